#!/usr/bin/env bash
__skill_envelope; __skill_trap 'echo "bye"' EXIT
helper() {
  __skill_say deliverable,metric echo "Created: $1" # LEGACY (replaced with JSON): echo "Created: $1"
}
helper a.txt
( __skill_say metric echo "Items: 3" ) | cat # LEGACY (replaced with JSON): echo "Items: 3"
( exec missing-one ) || __skill_say metric echo "gone: $?" # LEGACY (replaced with JSON): echo "gone: $?"
if [ "${1-}" = fails ]; then
  __skill_say error echo "ERROR: no $1" >&2 # LEGACY (replaced with JSON): echo "ERROR: no $1"
  __skill_exec no-such-command --with "$@"
fi
__skill_say confidence,metric echo "Confidence: 0.9" # LEGACY (replaced with JSON): echo "Confidence: 0.9"
__skill_exec printf '%s\n' "all done"
