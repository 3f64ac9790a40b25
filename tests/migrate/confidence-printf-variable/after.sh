#!/usr/bin/env bash
__skill_envelope
printf -v M "Confidence: %s" 0.69
skill_say text,confidence,metric echo "$M"
