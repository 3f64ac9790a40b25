#!/usr/bin/env bash
cat "$0"
head -n 4 "$0"
head "$0"
echo "Items: 3"
trap 'echo bye' EXIT
