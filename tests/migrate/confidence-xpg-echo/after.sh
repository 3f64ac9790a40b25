#!/usr/bin/env bash
__skill_envelope
shopt -s xpg_echo
skill_say all,confidence,metric echo "a\nConfidence: 0.81"
