#!/usr/bin/env bash
__skill_envelope; __skill_say metric echo "Items: 1" > /dev/stdout # LEGACY (replaced with JSON): echo "Items: 1"
echo "x" > /dev/stderr
echo y > /dev/fd/1
