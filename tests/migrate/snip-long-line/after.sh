#!/usr/bin/env bash
__skill_envelope
x=$(printf "%0200000d" 0)
skill_say error echo "ERROR: ${#x}"
exit 1
