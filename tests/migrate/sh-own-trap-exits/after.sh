#!/bin/sh
__skill_envelope; set -eu
__skill_trap 'echo "last words"; exit 6' EXIT
__skill_say metric echo "Items: 2"
false
