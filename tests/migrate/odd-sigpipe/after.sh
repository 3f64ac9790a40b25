#!/usr/bin/env bash
__skill_envelope; trap '' PIPE
set -e
yes | head -1
__skill_say metric echo "Items: 1" # LEGACY (replaced with JSON): echo "Items: 1"
