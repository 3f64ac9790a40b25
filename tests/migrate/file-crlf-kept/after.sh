#!/usr/bin/env bash
__skill_envelope; skill_say text,confidence echo "Confidence: 0.9"
