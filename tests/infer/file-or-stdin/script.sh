#!/bin/bash
# Counts lines of FILE, or of stdin.
file="${1:-/dev/stdin}"
count=0
while read -r line; do count=$((count+1)); done < "$file"
echo "Lines: $count"
