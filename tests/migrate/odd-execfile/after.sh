#!/usr/bin/env bash
__skill_envelope; __skill_say metric echo "Items: 1" # LEGACY (replaced with JSON): echo "Items: 1"
exec > out.txt
echo "Items: 2 in file"
__skill_say error echo "ERROR: in file" # LEGACY (replaced with JSON): echo "ERROR: in file"
