#!/usr/bin/env bash
__skill_envelope; . ./lib/run.sh
hello
__skill_say metric echo "Items: 3" # LEGACY (replaced with JSON): echo "Items: 3"
