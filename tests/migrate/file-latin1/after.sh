#!/usr/bin/env bash
__skill_envelope; __skill_say confidence,metric echo "Confidence: 0.9" # LEGACY (replaced with JSON): echo "Confidence: 0.9"
echo "café"
