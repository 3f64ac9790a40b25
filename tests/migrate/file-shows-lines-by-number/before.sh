#!/usr/bin/env bash
# Usage: x.sh [-h]
#   counts
set -euo pipefail

rows=0
usage() { sed -n '2,9p' "$0" | sed 's/^# \{0,1\}//'; }
[ -n "${HOME+x}" ] || { echo "error: no home" >&2; exit 2; }
echo "Created: $0"; rows=$((rows + 1)); echo "Rows: $rows"
usage
