#!/usr/bin/env bash
__skill_envelope; __skill_say confidence echo "Confidence: 100%" # LEGACY (replaced with JSON): echo "Confidence: 100%"
