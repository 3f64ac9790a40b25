#!/usr/bin/env bash
# Usage: x.sh [-h]
#   counts
set -euo pipefail
__skill_envelope
rows=0
usage() { skill_say own_text sed -n '2,9p' "$0" | sed 's/^# \{0,1\}//'; }
[ -n "${HOME+x}" ] || { skill_say error echo "error: no home" >&2; exit 2; }
skill_say deliverable="$0" echo "Created: $0"; rows=$((rows + 1)); skill_say metric.rows="$rows" echo "Rows: $rows"
usage
