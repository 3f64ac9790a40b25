#!/bin/bash -eu
__skill_envelope; __skill_say metric echo "Items: 1" # LEGACY (replaced with JSON): echo "Items: 1"
false
