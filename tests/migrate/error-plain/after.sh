#!/usr/bin/env bash
__skill_envelope; __skill_say error echo "ERROR: no such thing" # LEGACY (replaced with JSON): echo "ERROR: no such thing"
exit 3
