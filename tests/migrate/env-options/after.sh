#!/usr/bin/env bash
__skill_envelope; set -euo pipefail
shopt -s nocasematch nullglob extglob failglob 2>/dev/null
set -f -C
IFS=$'\n\t'
touch "a b.txt"
__skill_say deliverable echo "Created: a b.txt" # LEGACY (replaced with JSON): echo "Created: a b.txt"
__skill_say confidence,metric echo "CONFIDENCE: 0.7" # LEGACY (replaced with JSON): echo "CONFIDENCE: 0.7"
__skill_say metric echo "Total items: 4" # LEGACY (replaced with JSON): echo "Total items: 4"
