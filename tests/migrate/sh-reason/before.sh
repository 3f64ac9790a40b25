#!/bin/sh
set -eu
[ $# -gt 0 ] || { echo "usage: x.sh FILE" >&2; exit 2; }
check() {
  [ -f "$1" ] || { echo "no such file: $1" >&2; return 1; }
}
check "$0"
if [ ! -d "$1" ]; then
  echo "FAIL: $1 is no folder. Run this from a project root." >&2
  exit 3
fi
echo "Items: 3"
