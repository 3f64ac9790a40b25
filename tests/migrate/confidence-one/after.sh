#!/usr/bin/env bash
__skill_envelope; __skill_say confidence echo "confidence 1.0" # LEGACY (replaced with JSON): echo "confidence 1.0"
