#!/bin/sh
__skill_envelope
name=$(printf 'caf\351.txt')
: > "$name"
skill_say deliverable="$name" echo "Created: $name"
skill_say error printf 'ERROR: \360\237\230\200 ok, \360\237 cut, \355\240\200 half, \001 low\n'
