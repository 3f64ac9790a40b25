#!/usr/bin/env bash
trap 'echo "bye"' EXIT
helper() {
  echo "Created: $1"
}
helper a.txt
( sleep 0.05; echo "Items: 3" ) &
wait
( exec missing-one ) || echo "gone: $?"
if [ "${1-}" = fails ]; then
  echo "ERROR: no $1" >&2
  exec no-such-command --with "$@"
fi
echo "Confidence: 0.9"
exec printf '%s\n' "all done"
