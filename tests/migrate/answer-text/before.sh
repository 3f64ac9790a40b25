#!/usr/bin/env bash
set -euo pipefail

[ -f list ] || { echo "Error: no list" >&2; exit 1; }
sort list | tail -1
awk '
  { n += NF }
  END { print n " words" }' <<'EOF'
one two
EOF
