#!/usr/bin/env bash
__skill_envelope; set -e
n=abc
__skill_say metric printf "Items: %d\n" "$n" 2>/dev/null # LEGACY (replaced with JSON): printf "Items: %d\n" "$n"
__skill_say metric echo "Done: 2" # LEGACY (replaced with JSON): echo "Done: 2"
