#!/usr/bin/env bash
# Usage: script.sh
set -e
usage="$(sed -n '2,3p' "$0")"
echo "$usage"
