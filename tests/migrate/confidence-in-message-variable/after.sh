#!/usr/bin/env bash
__skill_envelope; msg="Confidence: 0.71"
skill_say text,confidence echo "$msg"
