#!/usr/bin/env bash
set -o posix
set -e
trap 'echo bye' EXIT
echo "Items: 1"
false
