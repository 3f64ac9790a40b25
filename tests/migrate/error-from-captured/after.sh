#!/usr/bin/env bash
__skill_envelope
get() { skill_say error echo "ERROR: inner" >&2; return 4; }
echo go
x=$(get) || exit 4
