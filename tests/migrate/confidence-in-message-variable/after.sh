#!/usr/bin/env bash
__skill_envelope; msg="Confidence: 0.71"
__skill_say confidence,metric echo "$msg" # LEGACY (replaced with JSON): echo "$msg"
