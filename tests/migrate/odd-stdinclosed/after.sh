#!/usr/bin/env bash
__skill_envelope; exec <&-
__skill_say metric echo "Items: 1" # LEGACY (replaced with JSON): echo "Items: 1"
cat; echo "rc $?"
