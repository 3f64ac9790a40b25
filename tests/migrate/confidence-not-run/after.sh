#!/usr/bin/env bash
__skill_envelope; if false; then __skill_say confidence,metric echo "Confidence: 0.9"; fi # LEGACY (replaced with JSON): echo "Confidence: 0.9"
echo done
