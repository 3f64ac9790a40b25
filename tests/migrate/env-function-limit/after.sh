#!/usr/bin/env bash
__skill_envelope; __skill_say metric echo "Rows: 3" # LEGACY (replaced with JSON): echo "Rows: 3"
__skill_say confidence,metric echo "Confidence: 0.4" # LEGACY (replaced with JSON): echo "Confidence: 0.4"
exit 2
