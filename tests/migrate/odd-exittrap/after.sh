#!/usr/bin/env bash
__skill_envelope
trap 'echo one; exit 7' EXIT
trap 'echo usr; exit 9' USR1
skill_say metric.items=3 echo "Items: 3"
kill -USR1 $$
echo never
