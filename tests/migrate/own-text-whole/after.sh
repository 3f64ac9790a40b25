#!/usr/bin/env bash
if [ "${BASH_SOURCE[0]-$0}" = "$0" ] || ! command -v __skill_read >/dev/null 2>&1; then __skill_read() { __skill_call=$*; for __skill_q do shift; if [ "$__skill_q" = "${BASH_SOURCE[0]-$0}" ] && [ -r "$__skill_q" ]; then __skill_file=$__skill_q __skill_q=/dev/stdin; fi; set -- "$@" "$__skill_q"; done; if [ "$__skill_q" = /dev/stdin ]; then ( builtin trap '' PIPE; LC_ALL=C command sed "$__skill_was" "$__skill_file" 2>/dev/null || : ) | "$@"; else "$@"; fi; }; __skill_was='2s/.*/cat "$0"/;3s/.*/head -n 4 "$0"/;4s/.*/head "$0"/;5s/.*/echo "Items: 3"/;6s/.*/trap '\''echo bye'\'' EXIT/'; fi; __skill_envelope; __skill_read cat "$0"
__skill_read head -n 4 "$0"
__skill_read head "$0"
__skill_say metric echo "Items: 3" # LEGACY (replaced with JSON): echo "Items: 3"
__skill_trap 'echo bye' EXIT
