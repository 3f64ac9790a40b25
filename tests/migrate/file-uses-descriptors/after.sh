#!/usr/bin/env bash
__skill_envelope; exec 9>lock 8<&0
flock -n 9
echo "Items: 2" | while read -r x; do echo "$x"; __skill_say metric echo "Count: 3"; done # LEGACY (replaced with JSON): echo "Count: 3"
