#!/usr/bin/env bash
__skill_envelope; __skill_trap 'echo one; exit 7' EXIT
trap 'echo usr; exit 9' USR1
__skill_say metric echo "Items: 3" # LEGACY (replaced with JSON): echo "Items: 3"
kill -USR1 $$
echo never
