#!/usr/bin/env bash
set -e
__skill_envelope
trap 'echo bye' EXIT
skill_say metric.items=1 echo "Items: 1"
touch made.txt
skill_say deliverable=made.txt echo "Created: made.txt"
false
