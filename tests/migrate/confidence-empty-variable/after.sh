#!/usr/bin/env bash
__skill_envelope; c=
__skill_say confidence,metric echo "Confidence: $c" # LEGACY (replaced with JSON): echo "Confidence: $c"
