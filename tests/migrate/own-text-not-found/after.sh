#!/usr/bin/env bash
# Usage: script.sh
if [ "${BASH_SOURCE[0]-$0}" = "$0" ] || ! command -v __skill_read >/dev/null 2>&1; then __skill_read() { __skill_call=$*; for __skill_q do shift; if [ "$__skill_q" = "${BASH_SOURCE[0]-$0}" ] && [ -r "$__skill_q" ]; then __skill_file=$__skill_q __skill_q=/dev/stdin; fi; set -- "$@" "$__skill_q"; done; if [ "$__skill_q" = /dev/stdin ]; then ( builtin trap '' PIPE; LC_ALL=C command sed "$__skill_was" "$__skill_file" 2>/dev/null || : ) | "$@"; else "$@"; fi; }; __skill_was='3s/.*/set -e/;4s/.*/grep -n "zz""yy" "$0"/;5s/.*/echo "Items: 1"/'; fi; __skill_envelope; set -e
__skill_read grep -n "zz""yy" "$0"
__skill_say metric echo "Items: 1" # LEGACY (replaced with JSON): echo "Items: 1"
