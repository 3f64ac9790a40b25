#!/usr/bin/env bash
__skill_envelope
set -o posix
set -e
trap 'echo bye' EXIT
skill_say metric.items=1 echo "Items: 1"
false
