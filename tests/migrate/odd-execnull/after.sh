#!/usr/bin/env bash
__skill_envelope; exec 2>/dev/null
__skill_say metric echo "Items: 1" # LEGACY (replaced with JSON): echo "Items: 1"
echo gone >&2
