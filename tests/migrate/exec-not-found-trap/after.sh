#!/usr/bin/env bash
__skill_envelope; __skill_trap 'echo "tidied $?"' EXIT
__skill_say metric echo "Items: 3" # LEGACY (replaced with JSON): echo "Items: 3"
false
__skill_exec no-such-program-here
