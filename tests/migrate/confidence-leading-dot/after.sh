#!/usr/bin/env bash
__skill_envelope; c=.75
__skill_say confidence,metric echo "Confidence: $c" # LEGACY (replaced with JSON): echo "Confidence: $c"
