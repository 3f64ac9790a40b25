#!/usr/bin/env bash
__skill_envelope; set -e
trap '__skill_say error echo "ERROR: failed with $?"' ERR # LEGACY (replaced with JSON): echo "ERROR: failed with $?"
__skill_trap '
__skill_say confidence,metric echo "Confidence: 0.33"
9>&- sleep 1 &
' EXIT
__skill_say metric echo "Rows: 1" # LEGACY (replaced with JSON): echo "Rows: 1"
false
