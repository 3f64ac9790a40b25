#!/bin/sh
# Copies a page.
dest="$1"
mkdir -p "$dest"
for f in "$@"; do echo "$f"; done
echo "Total: $#"
