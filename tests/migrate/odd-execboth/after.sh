#!/usr/bin/env bash
__skill_envelope; exec > log.txt 2>&1
__skill_say metric echo "Items: 1" # LEGACY (replaced with JSON): echo "Items: 1"
false
