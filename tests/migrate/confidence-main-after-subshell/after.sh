#!/usr/bin/env bash
__skill_envelope; ( __skill_say confidence,metric echo "Confidence: 0.31" ) # LEGACY (replaced with JSON): echo "Confidence: 0.31"
__skill_say confidence,metric echo "Confidence: 0.32" # LEGACY (replaced with JSON): echo "Confidence: 0.32"
( __skill_say confidence,metric echo "Confidence: 0.33" ) # LEGACY (replaced with JSON): echo "Confidence: 0.33"
