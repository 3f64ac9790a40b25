#!/usr/bin/env bash
__skill_envelope; __skill_trap 'echo "bye it'\''s"' EXIT
trap -p EXIT
old=$(trap -p EXIT)
__skill_trap 'echo other' EXIT
eval "$old"
trap 'echo usr' USR1
trap
__skill_say metric echo "Rows: 1" # LEGACY (replaced with JSON): echo "Rows: 1"
exit 3
