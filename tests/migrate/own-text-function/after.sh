#!/usr/bin/env bash
# Usage: script.sh NAME
__skill_envelope; usage() {
  skill_say own_text sed -n '2,5p' "$0" >&2
  exit "${1:-2}"
}
[ $# -ge 1 ] || usage
skill_say deliverable="$1" echo "Created: $1"
[ -e "$1" ] || skill_say handover exec no-such-command "$1"
