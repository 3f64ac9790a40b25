#!/bin/sh
__skill_envelope; __skill_say metric echo "Items: 4" # LEGACY (replaced with JSON): echo "Items: 4"
sleep 1
echo never
