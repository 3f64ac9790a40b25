#!/usr/bin/env bash
__skill_envelope; touch "ä.txt"
skill_say deliverable echo "Created: ä.txt"
skill_say error echo "❌ größer"
