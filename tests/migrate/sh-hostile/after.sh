#!/bin/sh
__skill_envelope; IFS=:
set -f
__skill_say metric echo "Items: 2"
__skill_trap 'echo bye' EXIT
__skill_say error echo "ERROR: ü"
