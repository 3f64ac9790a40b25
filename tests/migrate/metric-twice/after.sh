#!/usr/bin/env bash
__skill_envelope; for i in 1 2 3; do __skill_say metric echo "Round: $i"; done # LEGACY (replaced with JSON): echo "Round: $i"
__skill_say metric echo "Other: 9" # LEGACY (replaced with JSON): echo "Other: 9"
