#!/usr/bin/env bash
__skill_envelope; __skill_say metric echo "Items: 1" # LEGACY (replaced with JSON): echo "Items: 1"
return 3 2>/dev/null || exit 4
