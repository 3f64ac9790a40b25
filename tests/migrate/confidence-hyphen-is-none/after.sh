#!/usr/bin/env bash
__skill_envelope
skill_say confidence=0.9 echo "Confidence: 0.9"
skill_say text,confidence echo "low-confidence: 0.2"
skill_say text,confidence echo "High-confidence: 3"
