#!/usr/bin/env bash
__skill_envelope
list() { printf "%s\n" "Created: x" y; }
filter() { while read -r l; do echo "$l"; done; }
list | filter | sort | head -1
n=$(list | wc -l)
skill_say metric.lines="$n" echo "Lines: $n"
