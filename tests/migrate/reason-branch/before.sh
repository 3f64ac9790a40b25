#!/usr/bin/env bash
set -eu
target=nowhere.toml
echo "Items: 3"
if [ ! -f "$target" ]; then
  echo
  echo "$target is not there"
  echo "Run setup first."
  rm -f leftover.tmp
  exit 4
fi
