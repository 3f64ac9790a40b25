#!/usr/bin/env bash
__skill_envelope
exec 9>lock 8<&0
flock -n 9
echo "Items: 2" | while read -r x; do echo "$x"; skill_say metric.count=3 echo "Count: 3"; done
