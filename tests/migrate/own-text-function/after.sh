#!/usr/bin/env bash
# Usage: script.sh NAME
if [ "${BASH_SOURCE[0]-$0}" = "$0" ] || ! command -v __skill_read >/dev/null 2>&1; then __skill_read() { __skill_call=$*; for __skill_q do shift; if [ "$__skill_q" = "${BASH_SOURCE[0]-$0}" ] && [ -r "$__skill_q" ]; then __skill_file=$__skill_q __skill_q=/dev/stdin; fi; set -- "$@" "$__skill_q"; done; if [ "$__skill_q" = /dev/stdin ]; then ( builtin trap '' PIPE; LC_ALL=C command sed "$__skill_was" "$__skill_file" 2>/dev/null || : ) | "$@"; else "$@"; fi; }; __skill_was='3s/.*/usage() {/;4s/.*/  sed -n '\''2,5p'\'' "$0" >\&2/'; fi; __skill_envelope; usage() {
  __skill_read sed -n '2,5p' "$0" >&2
  exit "${1:-2}"
}
[ $# -ge 1 ] || usage
__skill_say deliverable,metric echo "Created: $1" # LEGACY (replaced with JSON): echo "Created: $1"
[ -e "$1" ] || __skill_exec no-such-command "$1"
