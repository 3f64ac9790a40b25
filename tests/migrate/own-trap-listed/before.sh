#!/usr/bin/env bash
trap 'echo "bye it'\''s"' EXIT
trap -p EXIT
old=$(trap -p EXIT)
trap 'echo other' EXIT
eval "$old"
trap 'echo usr' USR1
trap
echo "Rows: 1"
exit 3
