#!/usr/bin/env bash
__skill_envelope
exec 3>three 4>four 5>five 6>&1 7>&2
echo "to six" >&6
echo "to seven" >&7
echo x >&3
exec 3>&- 6>&-
skill_say metric.items=3 echo "Items: 3"
