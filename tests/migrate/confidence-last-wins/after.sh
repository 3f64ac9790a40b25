#!/usr/bin/env bash
__skill_envelope; __skill_say confidence,metric echo "Confidence: 0.2" # LEGACY (replaced with JSON): echo "Confidence: 0.2"
for c in 0.3 0.4; do __skill_say confidence,metric echo "Confidence: $c"; done # LEGACY (replaced with JSON): echo "Confidence: $c"
