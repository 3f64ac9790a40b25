#!/usr/bin/env bash
# Usage: script.sh
#   help
__skill_envelope; set -u
skill_say own_text sed -n '2,/^set/p' "$0" | sed 's/^# \{0,1\}//'
skill_say own_text awk 'NR > 1 && !/^#/ { exit } NR > 1' "$0"
skill_say own_text grep -n '^echo' "$0"
grep -c "^#" "$0" || true
set -o pipefail
skill_say own_text sed -n '/^echo/p' "${BASH_SOURCE[0]}" | head -1
skill_say metric.items=3 echo "Items: 3"
