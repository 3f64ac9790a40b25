#!/usr/bin/env bash
true && \
  echo "Files: 3" || \
  echo "ERROR: disk full"
printf '%s\n' \
  "Created: a.txt"
touch a.txt
echo "Lines: 4" >&2 \
  | cat
