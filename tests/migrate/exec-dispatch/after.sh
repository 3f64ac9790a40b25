#!/usr/bin/env bash
# A dispatcher: the script that it hands over to prints the envelope.
here=$(cd "$(dirname "$0")" && pwd)
__skill_envelope
case ${1-} in
  go) skill_say handover exec "$here/worker.sh" "${@:2}" ;;
  *) skill_say reason echo "usage"; exit 2 ;;
esac
