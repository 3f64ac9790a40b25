#!/bin/sh
# Usage: script.sh
if ! command -v __skill_read >/dev/null 2>&1; then __skill_read() { __skill_call=$*; for __skill_q do shift; if [ "$__skill_q" = "$0" ] && [ -r "$__skill_q" ]; then __skill_file=$__skill_q __skill_q=/dev/stdin; fi; set -- "$@" "$__skill_q"; done; if [ "$__skill_q" = /dev/stdin ]; then ( trap '' PIPE; LC_ALL=C command sed "$__skill_was" "$__skill_file" 2>/dev/null || : ) | "$@"; else "$@"; fi; }; __skill_was='3s/.*/set -e/;4s/.*/usage() { sed -n '\''2,6p'\'' "$0"; }/;6s/.*/echo "Items: 3"/'; fi; __skill_envelope; set -e
usage() { __skill_read sed -n '2,6p' "$0"; }
usage
__skill_say metric echo "Items: 3"
