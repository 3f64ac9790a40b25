#!/bin/bash
# Converts a CSV file to Markdown.
#
# Usage: convert.sh <input.csv> [output.md]
set -euo pipefail
if [ $# -lt 1 ]; then
  echo "Usage: $0 <input.csv> [output.md]" >&2
  exit 64
fi
in=$1
out=${2:-table.md}
if [[ ! -f "$in" ]]; then
  echo "ERROR: no such file: $in" >&2
  exit 66
fi
awk -F, '{print "|" $1 "|"}' "$in" > "$out"
echo "Created: $out"
echo "Rows: $(wc -l < "$out")"
