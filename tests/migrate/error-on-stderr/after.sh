#!/usr/bin/env bash
__skill_envelope; die() { __skill_say error echo "ERROR: $1" >&2; exit 2; } # LEGACY (replaced with JSON): echo "ERROR: $1"
echo go
die "bad \"quote\" \\ back"
