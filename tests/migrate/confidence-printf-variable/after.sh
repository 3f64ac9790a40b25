#!/usr/bin/env bash
__skill_envelope; printf -v M "Confidence: %s" 0.69
__skill_say confidence,metric echo "$M" # LEGACY (replaced with JSON): echo "$M"
