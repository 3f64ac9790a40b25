#!/usr/bin/env bash
__skill_envelope; __skill_say confidence,metric echo "Confidence: 0.92" # LEGACY (replaced with JSON): echo "Confidence: 0.92"
