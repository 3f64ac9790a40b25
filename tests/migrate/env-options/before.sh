#!/usr/bin/env bash
set -euo pipefail
shopt -s nocasematch nullglob extglob failglob 2>/dev/null
set -f -C
IFS=$'\n\t'
touch "a b.txt"
echo "Created: a b.txt"
echo "CONFIDENCE: 0.7"
echo "Total items: 4"
