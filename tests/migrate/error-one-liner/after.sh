#!/usr/bin/env bash
__skill_envelope
[[ -z "${1-}" ]] && { skill_say error echo "Error: usage"; exit 1; }
echo ok
