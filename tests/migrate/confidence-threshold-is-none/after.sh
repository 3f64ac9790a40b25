#!/usr/bin/env bash
__skill_envelope
skill_say text,confidence echo "Minimum confidence: 0.9"
echo "Confidence threshold: 0.8"
