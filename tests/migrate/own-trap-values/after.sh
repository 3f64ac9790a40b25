#!/usr/bin/env bash
set -e
__skill_envelope
trap 'skill_say error echo "ERROR: failed with $?"' ERR
trap '
skill_say confidence=0.33 echo "Confidence: 0.33"
sleep 1 &
' EXIT
skill_say metric.rows=1 echo "Rows: 1"
false
