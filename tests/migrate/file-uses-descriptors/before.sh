#!/usr/bin/env bash
exec 9>lock 8<&0
flock -n 9
echo "Items: 2" | while read -r x; do echo "$x"; echo "Count: 3"; done
