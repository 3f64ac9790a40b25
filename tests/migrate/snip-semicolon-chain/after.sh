#!/usr/bin/env bash
__skill_envelope; a() { __skill_say metric echo "Items: 1"; return 1; }; a || { __skill_say error echo "Error: a failed"; exit 4; } # LEGACY (replaced with JSON): echo "Items: 1"
