#!/bin/sh
__skill_envelope
if [ $# -gt 0 ]; then
  skill_say reason echo "usage: none" >&2
  exit 3
fi
echo "SUCCESS"
