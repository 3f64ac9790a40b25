#!/usr/bin/env bash
__skill_envelope; touch "ä.txt"
__skill_say deliverable echo "Created: ä.txt" # LEGACY (replaced with JSON): echo "Created: ä.txt"
__skill_say error echo "❌ größer" # LEGACY (replaced with JSON): echo "❌ größer"
