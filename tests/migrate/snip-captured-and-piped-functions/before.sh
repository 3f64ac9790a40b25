#!/usr/bin/env bash
list() { printf "%s\n" "Created: x" y; }
filter() { while read -r l; do echo "$l"; done; }
list | filter | sort | head -1
n=$(list | wc -l)
echo "Lines: $n"
