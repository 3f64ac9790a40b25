#!/usr/bin/env bash
__skill_envelope; __skill_say confidence echo "Confidence: high" # LEGACY (replaced with JSON): echo "Confidence: high"
