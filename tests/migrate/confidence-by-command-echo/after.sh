#!/usr/bin/env bash
__skill_envelope; __skill_say confidence,metric command echo "Confidence: 0.1" # LEGACY (replaced with JSON): command echo "Confidence: 0.1"
__skill_say confidence,metric builtin printf "Confidence: %s\n" 0.2 # LEGACY (replaced with JSON): builtin printf "Confidence: %s\n" 0.2
__skill_say confidence,metric /bin/echo "Confidence: 0.3" # LEGACY (replaced with JSON): /bin/echo "Confidence: 0.3"
