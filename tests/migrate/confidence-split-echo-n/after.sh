#!/usr/bin/env bash
__skill_envelope
skill_say text,confidence echo -n "Confidence: "
skill_say text,confidence echo "0.58"
