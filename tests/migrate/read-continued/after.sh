#!/usr/bin/env bash
__skill_envelope
true && \
  skill_say metric.files=3 echo "Files: 3" || \
  skill_say error echo "ERROR: disk full"
skill_say deliverable=a.txt printf '%s\n' \
  "Created: a.txt"
touch a.txt
skill_say metric.lines=4 echo "Lines: 4" >&2 \
  | cat
