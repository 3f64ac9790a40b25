#!/usr/bin/env bash
__skill_envelope; true && \
  __skill_say metric echo "Files: 3" || \
  __skill_say error echo "ERROR: none" # LEGACY (replaced with JSON): echo "ERROR: none"
__skill_say deliverable printf '%s\n' \
  "Created: a.txt"
touch a.txt
echo "Lines: 4" >&2 \
  | cat
