#!/usr/bin/env bash
__skill_envelope; shopt -s xpg_echo
__skill_say confidence,metric echo "a\nConfidence: 0.81" # LEGACY (replaced with JSON): echo "a\nConfidence: 0.81"
