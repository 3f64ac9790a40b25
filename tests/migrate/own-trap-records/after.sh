#!/usr/bin/env bash
__skill_envelope; cleanup() { __skill_say confidence,metric echo "Confidence: 0.4"; } # LEGACY (replaced with JSON): echo "Confidence: 0.4"
__skill_trap cleanup EXIT
echo work
