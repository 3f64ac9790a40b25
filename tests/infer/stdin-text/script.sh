#!/bin/bash
# Counts words of the text on stdin
TEXT=$(cat)
if [ -z "$TEXT" ]; then echo "ERROR: nothing on stdin" >&2; exit 1; fi
echo "Words: $(wc -w <<<"$TEXT")"
