#!/usr/bin/env bash
__skill_envelope
f() { echo "ERROR: inside"; return 4; }
out=$(f) || { skill_say reason echo "$out"; exit 5; }
