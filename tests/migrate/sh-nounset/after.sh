#!/bin/sh
__skill_envelope; set -u
__skill_say metric echo "Items: 4" # LEGACY (replaced with JSON): echo "Items: 4"
echo "value $NOT_SET_ANYWHERE"
echo "never"
