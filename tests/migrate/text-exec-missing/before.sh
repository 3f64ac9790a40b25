#!/usr/bin/env bash
trap 'echo "bye"' EXIT
helper() {
  echo "Created: $1"
}
helper a.txt
( echo "Items: 3" ) | cat
( exec missing-one ) || echo "gone: $?"
if [ "${1-}" = fails ]; then
  echo "ERROR: no $1" >&2
  exec no-such-command --with "$@"
fi
echo "Confidence: 0.9"
exec printf '%s\n' "all done"
