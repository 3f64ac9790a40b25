#!/usr/bin/env bash
# Usage: script.sh
#   help
if [ "${BASH_SOURCE[0]-$0}" = "$0" ] || ! command -v __skill_read >/dev/null 2>&1; then __skill_read() { __skill_call=$*; for __skill_q do shift; if [ "$__skill_q" = "${BASH_SOURCE[0]-$0}" ] && [ -r "$__skill_q" ]; then __skill_file=$__skill_q __skill_q=/dev/stdin; fi; set -- "$@" "$__skill_q"; done; if [ "$__skill_q" = /dev/stdin ]; then ( builtin trap '' PIPE; LC_ALL=C command sed "$__skill_was" "$__skill_file" 2>/dev/null || : ) | "$@"; else "$@"; fi; }; __skill_was='4s/.*/set -u/;5s/.*/sed -n '\''2,\/^set\/p'\'' "$0" | sed '\''s\/^# \\{0,1\\}\/\/'\''/;6s/.*/awk '\''NR > 1 \&\& !\/^#\/ { exit } NR > 1'\'' "$0"/;7s/.*/grep -n '\''^echo'\'' "$0"/;10s/.*/sed -n '\''\/^echo\/p'\'' "${BASH_SOURCE[0]}" | head -1/;11s/.*/echo "Items: 3"/'; fi; __skill_envelope; set -u
__skill_read sed -n '2,/^set/p' "$0" | sed 's/^# \{0,1\}//'
__skill_read awk 'NR > 1 && !/^#/ { exit } NR > 1' "$0"
__skill_read grep -n '^echo' "$0"
grep -c "^#" "$0" || true
set -o pipefail
__skill_read sed -n '/^echo/p' "${BASH_SOURCE[0]}" | head -1
__skill_say metric echo "Items: 3" # LEGACY (replaced with JSON): echo "Items: 3"
