#!/usr/bin/env bash
__skill_envelope; exec > >(sed 's/^/p: /') 2>&1
__skill_say metric echo "Items: 4" # LEGACY (replaced with JSON): echo "Items: 4"
echo err >&2
sleep 0.1
