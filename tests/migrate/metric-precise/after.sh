#!/usr/bin/env bash
__skill_envelope; __skill_say metric echo "Ratio: 0.1000000000000000055" # LEGACY (replaced with JSON): echo "Ratio: 0.1000000000000000055"
__skill_say metric echo "Big: 123456789012345678901234567890" # LEGACY (replaced with JSON): echo "Big: 123456789012345678901234567890"
