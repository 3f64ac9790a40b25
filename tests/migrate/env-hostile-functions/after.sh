#!/usr/bin/env bash
__skill_envelope; __skill_say confidence,metric echo "Confidence: 0.9" # LEGACY (replaced with JSON): echo "Confidence: 0.9"
false || __skill_say error echo "ERROR: x" # LEGACY (replaced with JSON): echo "ERROR: x"
