#!/usr/bin/env bash
__skill_envelope; __skill_say confidence,metric echo "Confidence: 0.9" # LEGACY (replaced with JSON): echo "Confidence: 0.9"
__skill_say confidence,metric echo "low-confidence: 0.2" # LEGACY (replaced with JSON): echo "low-confidence: 0.2"
__skill_say confidence,metric echo "High-confidence: 3" # LEGACY (replaced with JSON): echo "High-confidence: 3"
