#!/usr/bin/env bash
__skill_envelope
trap 'echo "bye"' EXIT
helper() {
  skill_say deliverable="$1" echo "Created: $1"
}
helper a.txt
( skill_say metric.items=3 echo "Items: 3" ) | cat
( exec missing-one ) || skill_say metric.gone echo "gone: $?"
if [ "${1-}" = fails ]; then
  skill_say error echo "ERROR: no $1" >&2
  skill_say handover exec no-such-command --with "$@"
fi
skill_say confidence=0.9 echo "Confidence: 0.9"
skill_say handover exec printf '%s\n' "all done"
