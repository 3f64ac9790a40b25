#!/usr/bin/env bash
set -e
trap 'echo bye' EXIT
echo "Items: 1"
touch made.txt
echo "Created: made.txt"
false
