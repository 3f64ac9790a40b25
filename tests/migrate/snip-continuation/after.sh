#!/usr/bin/env bash
__skill_envelope; __skill_say metric echo \
  "Items: 3" \
  && __skill_say metric echo "Rows: 1" # LEGACY (replaced with JSON): echo "Rows: 1"
