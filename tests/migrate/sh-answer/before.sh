#!/bin/sh
set -eu

[ -f list ] || { echo "Error: no list" >&2; exit 1; }
sort list | tail -1
cat list
