#!/usr/bin/env bash
__skill_envelope
if [ "${1-}" = --count ]; then
  echo "3"
  exit 0
fi
n=$(SKILLGEN_STDOUT=text bash "$0" --count)
SKILLGEN_STDOUT=text bash "$0" --count | sed 's/^/count /'
[ "$n" = 3 ] || exit 9
skill_say metric.rows="$n" echo "Rows: $n"
