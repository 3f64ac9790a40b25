#!/usr/bin/env bash
__skill_envelope; skill_say text,confidence,metric echo "Confidence: 0.9"
