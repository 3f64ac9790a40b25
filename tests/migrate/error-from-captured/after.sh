#!/usr/bin/env bash
__skill_envelope; get() { __skill_say error echo "ERROR: inner" >&2; return 4; } # LEGACY (replaced with JSON): echo "ERROR: inner"
echo go
x=$(get) || exit 4
