#!/usr/bin/env bash
set -euo pipefail
__skill_envelope
shopt -s nocasematch nullglob extglob failglob 2>/dev/null
set -f -C
IFS=$'\n\t'
touch "a b.txt"
skill_say text,deliverable echo "Created: a b.txt"
skill_say confidence=0.7 echo "CONFIDENCE: 0.7"
skill_say metric.total_items=4 echo "Total items: 4"
