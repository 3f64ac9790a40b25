#!/usr/bin/env bash
# Usage: script.sh
set -e
grep -n "zz""yy" "$0"
echo "Items: 1"
