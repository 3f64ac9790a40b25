#!/usr/bin/env bash
__skill_envelope
f() { echo "ERROR: inside"; return 4; }
out=$(f) || { skill_say text,error echo "$out"; exit 5; }
