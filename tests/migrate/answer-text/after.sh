#!/usr/bin/env bash
set -euo pipefail
__skill_envelope
[ -f list ] || { skill_say error echo "Error: no list" >&2; exit 1; }
sort list | skill_say answer tail -1
skill_say answer awk '
  { n += NF }
  END { print n " words" }' <<'EOF'
one two
EOF
