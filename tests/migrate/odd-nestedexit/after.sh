#!/usr/bin/env bash
__skill_envelope; cleanup() { __skill_trap - EXIT; echo cleaning; exit 5; }
__skill_trap cleanup EXIT INT TERM
__skill_say metric echo "Items: 1" # LEGACY (replaced with JSON): echo "Items: 1"
