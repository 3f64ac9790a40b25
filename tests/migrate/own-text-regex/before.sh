#!/usr/bin/env bash
# Usage: script.sh
#   help
set -u
sed -n '2,/^set/p' "$0" | sed 's/^# \{0,1\}//'
awk 'NR > 1 && !/^#/ { exit } NR > 1' "$0"
grep -n '^echo' "$0"
grep -c "^#" "$0" || true
set -o pipefail
sed -n '/^echo/p' "${BASH_SOURCE[0]}" | head -1
echo "Items: 3"
