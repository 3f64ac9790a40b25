#!/usr/bin/env bash
set -u
a=()
for x in ${a[@]+"${a[@]}"}; do echo "$x"; done
echo "Items: ${#a[@]}"
