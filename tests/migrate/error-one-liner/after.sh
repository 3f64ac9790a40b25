#!/usr/bin/env bash
__skill_envelope; [[ -z "${1-}" ]] && { __skill_say error echo "Error: usage"; exit 1; } # LEGACY (replaced with JSON): echo "Error: usage"
echo ok
