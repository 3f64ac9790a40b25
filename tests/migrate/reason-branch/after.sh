#!/usr/bin/env bash
set -eu
target=nowhere.toml
__skill_envelope
skill_say metric.items=3 echo "Items: 3"
if [ ! -f "$target" ]; then
  echo
  skill_say reason echo "$target is not there"
  echo "Run setup first."
  rm -f leftover.tmp
  exit 4
fi
