#!/usr/bin/env bash
__skill_envelope; PATH=
f=x
__skill_say confidence,metric echo "Confidence: 0.9" # LEGACY (replaced with JSON): echo "Confidence: 0.9"
( __skill_say metric echo "Items: 3" ) # LEGACY (replaced with JSON): echo "Items: 3"
