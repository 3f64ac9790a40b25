#!/usr/bin/env bash
if [ $# -gt 3 ]; then
  echo "too many arguments"
  exit 2
fi
printf '{"count": %d}\n' "$#"
