#!/usr/bin/env bash
__skill_envelope; list() { printf "%s\n" "Created: x" y; }
filter() { while read -r l; do echo "$l"; done; }
list | filter | sort | head -1
n=$(list | wc -l)
__skill_say metric echo "Lines: $n" # LEGACY (replaced with JSON): echo "Lines: $n"
