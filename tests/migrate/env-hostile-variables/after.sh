#!/usr/bin/env bash
__skill_envelope; touch a.txt
__skill_say deliverable echo "Created: a.txt" # LEGACY (replaced with JSON): echo "Created: a.txt"
__skill_say confidence,metric echo "Confidence: 0.9" # LEGACY (replaced with JSON): echo "Confidence: 0.9"
