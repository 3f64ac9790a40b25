#!/usr/bin/env bash
__skill_envelope; __skill_say confidence,metric echo "Confidence: -0.2" # LEGACY (replaced with JSON): echo "Confidence: -0.2"
