#!/bin/sh
__skill_envelope
IFS=:
set -f
skill_say metric.items=2 echo "Items: 2"
trap 'echo bye' EXIT
skill_say error echo "ERROR: ü"
