#!/usr/bin/env bash
__skill_envelope; set -o posix
set -e
__skill_trap 'echo bye' EXIT
__skill_say metric echo "Items: 1" # LEGACY (replaced with JSON): echo "Items: 1"
false
