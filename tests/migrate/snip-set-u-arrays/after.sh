#!/usr/bin/env bash
__skill_envelope; set -u
a=()
for x in ${a[@]+"${a[@]}"}; do echo "$x"; done
skill_say metric.items echo "Items: ${#a[@]}"
