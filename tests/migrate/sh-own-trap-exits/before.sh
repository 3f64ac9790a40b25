#!/bin/sh
set -eu
trap 'echo "last words"; exit 6' EXIT
echo "Items: 2"
false
