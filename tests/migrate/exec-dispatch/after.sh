#!/usr/bin/env bash
# A dispatcher: the script that it hands over to prints the envelope.
__skill_envelope; here=$(cd "$(dirname "$0")" && pwd)
case ${1-} in
  go) skill_say handover exec "$here/worker.sh" "${@:2}" ;;
  *) skill_say reason echo "usage"; exit 2 ;;
esac
