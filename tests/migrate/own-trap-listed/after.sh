#!/usr/bin/env bash
__skill_envelope
trap 'echo "bye it'\''s"' EXIT
trap -p EXIT
old=$(trap -p EXIT)
trap 'echo other' EXIT
eval "$old"
trap 'echo usr' USR1
trap
skill_say metric.rows=1 echo "Rows: 1"
exit 3
