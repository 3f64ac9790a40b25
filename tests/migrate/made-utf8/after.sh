#!/usr/bin/env bash
__skill_envelope; touch "größe 文.txt"
__skill_say deliverable echo "Created: größe 文.txt" # LEGACY (replaced with JSON): echo "Created: größe 文.txt"
