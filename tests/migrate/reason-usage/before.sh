#!/usr/bin/env bash
usage() {
  cat <<EOF

Usage: $(basename "$0") FILE
  -q  say less
EOF
  exit 2
}
[ $# -gt 0 ] || usage
echo "Created: $1"
