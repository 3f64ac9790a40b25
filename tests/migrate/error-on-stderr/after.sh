#!/usr/bin/env bash
__skill_envelope
die() { skill_say error echo "ERROR: $1" >&2; exit 2; }
echo go
die "bad \"quote\" \\ back"
