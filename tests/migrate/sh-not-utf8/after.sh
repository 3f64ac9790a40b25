#!/bin/sh
__skill_envelope; name=$(printf 'caf\351.txt')
: > "$name"
__skill_say deliverable echo "Created: $name"
__skill_say error printf 'ERROR: \360\237\230\200 ok, \360\237 cut, \355\240\200 half, \001 low\n'
