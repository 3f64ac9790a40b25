#!/bin/sh
__skill_envelope; set -e
__skill_trap 'echo bye' EXIT
__skill_say metric echo "Items: 1"
touch made.txt
__skill_say deliverable echo "Created: made.txt"
false
