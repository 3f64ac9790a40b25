#!/usr/bin/env bash
set -e
n=$(printf abc)
printf "Items: %d\n" "$n" 2>/dev/null
echo "Done: 2"
