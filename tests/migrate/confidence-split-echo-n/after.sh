#!/usr/bin/env bash
__skill_envelope; __skill_say confidence,metric echo -n "Confidence: " # LEGACY (replaced with JSON): echo -n "Confidence: "
__skill_say confidence,metric echo "0.58" # LEGACY (replaced with JSON): echo "0.58"
