#!/usr/bin/env bash
__skill_envelope; set -e
__skill_trap 'echo bye' EXIT
__skill_say metric echo "Items: 1" # LEGACY (replaced with JSON): echo "Items: 1"
touch made.txt
__skill_say deliverable echo "Created: made.txt" # LEGACY (replaced with JSON): echo "Created: made.txt"
false
