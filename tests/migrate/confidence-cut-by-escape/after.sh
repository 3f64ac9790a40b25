#!/usr/bin/env bash
__skill_envelope; __skill_say confidence,metric echo -e "Confidence: 0.8\c"; __skill_say confidence,metric echo 5 # LEGACY (replaced with JSON): echo -e "Confidence: 0.8\c"
