#!/bin/sh
__skill_envelope
if [ $# -gt 0 ]; then
  echo "usage: none" >&2
  exit 3
fi
echo "SUCCESS"
