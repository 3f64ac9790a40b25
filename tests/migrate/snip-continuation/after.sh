#!/usr/bin/env bash
__skill_envelope
skill_say metric.items=3 echo \
  "Items: 3" \
  && skill_say metric.rows=1 echo "Rows: 1"
