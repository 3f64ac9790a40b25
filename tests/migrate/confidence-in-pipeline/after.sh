#!/usr/bin/env bash
__skill_envelope; echo 0.44 | while read -r c; do __skill_say confidence,metric echo "Confidence: $c"; done # LEGACY (replaced with JSON): echo "Confidence: $c"
