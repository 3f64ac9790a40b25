#!/usr/bin/env bash
fails=0
if [ ! -f missing.yml ]; then
  echo "missing.yml is not there" >&2
  fails=$((fails + 1))
fi
[ -d src ] || { echo "src: no such folder"; ((fails++)); }
if [ "$fails" -gt 0 ]; then
  echo "$fails checks failed"
  exit 1
fi
