#!/usr/bin/env bash
fails=0
__skill_envelope
if [ ! -f missing.yml ]; then
  skill_say error echo "missing.yml is not there" >&2
  fails=$((fails + 1))
fi
[ -d src ] || { skill_say error echo "src: no such folder"; ((fails++)); }
if [ "$fails" -gt 0 ]; then
  skill_say reason echo "$fails checks failed"
  exit 1
fi
