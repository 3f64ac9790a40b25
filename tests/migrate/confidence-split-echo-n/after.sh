#!/usr/bin/env bash
__skill_envelope; skill_say text,confidence,metric echo -n "Confidence: "
skill_say text,confidence,metric echo "0.58"
