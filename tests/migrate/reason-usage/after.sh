#!/usr/bin/env bash
__skill_envelope
usage() {
  skill_say reason cat <<EOF

Usage: $(basename "$0") FILE
  -q  say less
EOF
  exit 2
}
[ $# -gt 0 ] || usage
skill_say deliverable="$1" echo "Created: $1"
