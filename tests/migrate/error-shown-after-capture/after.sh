#!/usr/bin/env bash
__skill_envelope; f() { echo "ERROR: inside"; return 4; }
out=$(f) || { __skill_say error echo "$out"; exit 5; } # LEGACY (replaced with JSON): echo "$out"
