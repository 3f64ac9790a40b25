#!/usr/bin/env bash
__skill_envelope; __skill_say confidence,metric echo "Minimum confidence: 0.9" # LEGACY (replaced with JSON): echo "Minimum confidence: 0.9"
__skill_say metric echo "Confidence threshold: 0.8" # LEGACY (replaced with JSON): echo "Confidence threshold: 0.8"
