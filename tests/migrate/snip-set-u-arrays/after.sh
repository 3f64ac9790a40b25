#!/usr/bin/env bash
set -u
__skill_envelope
a=()
for x in ${a[@]+"${a[@]}"}; do echo "$x"; done
skill_say metric.items="${#a[@]}" echo "Items: ${#a[@]}"
