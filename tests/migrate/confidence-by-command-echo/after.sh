#!/usr/bin/env bash
__skill_envelope
skill_say text,confidence,metric command echo "Confidence: 0.1"
skill_say text,confidence,metric builtin printf "Confidence: %s\n" 0.2
skill_say text,confidence,metric /bin/echo "Confidence: 0.3"
