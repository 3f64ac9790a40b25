#!/usr/bin/env bash
__skill_envelope; echo() { builtin echo "wrapped: $*"; }
__skill_say metric echo "Items: 3" # LEGACY (replaced with JSON): echo "Items: 3"
