#!/usr/bin/env bash
__skill_envelope; __skill_say metric echo "Rows: 3" # LEGACY (replaced with JSON): echo "Rows: 3"
__skill_say error echo "ERROR: x" # LEGACY (replaced with JSON): echo "ERROR: x"
exit 2
