#!/usr/bin/env bash
__skill_envelope; ulimit -n 10
__skill_say metric echo "Items: 4" # LEGACY (replaced with JSON): echo "Items: 4"
