#!/bin/sh
IFS=:
set -f
echo "Items: 2"
trap 'echo bye' EXIT
echo "ERROR: ü"
