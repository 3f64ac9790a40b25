#!/usr/bin/env bash
__skill_envelope; i=0
while [ $i -lt 300 ]; do __skill_say metric echo "Round: $i"; i=$((i+1)); done | cat # LEGACY (replaced with JSON): echo "Round: $i"
