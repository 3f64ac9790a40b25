#!/usr/bin/env bash
# script.sh - counts things
#
# Usage: script.sh [-h]
if [ "${BASH_SOURCE[0]-$0}" = "$0" ] || ! command -v __skill_read >/dev/null 2>&1; then __skill_read() { __skill_call=$*; for __skill_q do shift; if [ "$__skill_q" = "${BASH_SOURCE[0]-$0}" ] && [ -r "$__skill_q" ]; then __skill_file=$__skill_q __skill_q=/dev/stdin; fi; set -- "$@" "$__skill_q"; done; if [ "$__skill_q" = /dev/stdin ]; then ( builtin trap '' PIPE; LC_ALL=C command sed "$__skill_was" "$__skill_file" 2>/dev/null || : ) | "$@"; else "$@"; fi; }; __skill_was='5s/.*/set -euo pipefail/;10s/.*/  -h|--help) sed -n '\''2,12p'\'' "$0"; exit 0 ;;/;12s/.*/echo "Items: 3"/'; fi; __skill_envelope; set -euo pipefail

HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
MARK='it'\''s a/b & \c'
case "${1-}" in
  -h|--help) __skill_read sed -n '2,12p' "$0"; exit 0 ;;
esac
__skill_say metric echo "Items: 3" # LEGACY (replaced with JSON): echo "Items: 3"
__skill_say confidence,metric echo "Confidence: 0.8" # LEGACY (replaced with JSON): echo "Confidence: 0.8"
