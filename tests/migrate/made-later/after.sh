#!/usr/bin/env bash
__skill_envelope; __skill_say deliverable echo "Created: late.txt" # LEGACY (replaced with JSON): echo "Created: late.txt"
touch late.txt
