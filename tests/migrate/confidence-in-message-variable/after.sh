#!/usr/bin/env bash
msg="Confidence: 0.71"
__skill_envelope
skill_say text,confidence echo "$msg"
