#!/usr/bin/env bash
__skill_envelope; __skill_say metric echo "Files scanned: 12" # LEGACY (replaced with JSON): echo "Files scanned: 12"
__skill_say metric echo "Coverage: 0.85" # LEGACY (replaced with JSON): echo "Coverage: 0.85"
__skill_say metric echo "Balance: -3" # LEGACY (replaced with JSON): echo "Balance: -3"
