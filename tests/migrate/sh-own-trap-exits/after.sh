#!/bin/sh
set -eu
__skill_envelope
trap 'echo "last words"; exit 6' EXIT
skill_say metric.items=2 echo "Items: 2"
false
