#!/usr/bin/env bash
if [ "${BASH_SOURCE[0]-$0}" = "$0" ] || ! command -v __skill_read >/dev/null 2>&1; then __skill_read() { __skill_call=$*; for __skill_q do shift; if [ "$__skill_q" = "${BASH_SOURCE[0]-$0}" ] && [ -r "$__skill_q" ]; then __skill_file=$__skill_q __skill_q=/dev/stdin; fi; set -- "$@" "$__skill_q"; done; if [ "$__skill_q" = /dev/stdin ]; then ( builtin trap '' PIPE; LC_ALL=C command sed "$__skill_was" "$__skill_file" 2>/dev/null || : ) | "$@"; else "$@"; fi; }; __skill_was='2s/.*/echo "name $0 source ${BASH_SOURCE[0]} line $LINENO"/;3s/.*/grep -c Items "$0"/;6s/.*/echo "Items: 3"/'; fi; __skill_envelope; echo "name $0 source ${BASH_SOURCE[0]} line $LINENO"
__skill_read grep -c Items "$0"
f() { echo "caller ${BASH_LINENO[0]} ${FUNCNAME[*]}"; }
f
__skill_say metric echo "Items: 3" # LEGACY (replaced with JSON): echo "Items: 3"
