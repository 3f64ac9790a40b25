#!/usr/bin/env bash
__skill_envelope; x=$(printf "%0200000d" 0)
__skill_say metric,error echo "ERROR: ${#x}" # LEGACY (replaced with JSON): echo "ERROR: ${#x}"
exit 1
