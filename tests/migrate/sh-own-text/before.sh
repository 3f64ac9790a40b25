#!/bin/sh
# Usage: script.sh
set -e
usage() { sed -n '2,6p' "$0"; }
usage
echo "Items: 3"
