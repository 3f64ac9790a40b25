#!/bin/sh
# Writes the page of a folder.
# Usage: draft.sh DIR
set -eu
usage() { sed -n '2,3p' "$0"; }
trap 'rm -f "$dir/.lock"' EXIT
dir=${1:-}
if [ -z "$dir" ]; then
  usage >&2
  echo "ERROR: no folder was named"
  exit 2
fi
: > "$dir/.lock"
(echo "Items: $(ls "$dir" | wc -l)")
echo page > "$dir/page.md"
echo "Created: $dir/page.md"
sleep 0.1 &
wait
printf 'Confidence: %s\n' 0.8
