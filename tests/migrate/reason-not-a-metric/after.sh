#!/usr/bin/env bash
__skill_envelope
set -- 17
skill_say metric.items=3 echo "Items: 3"
if true; then
  skill_say reason echo "Unknown option: $1"
  exit 2
fi
