#!/usr/bin/env bash
__skill_envelope; ( exec 9>&-; sleep 0.05; __skill_say confidence,metric echo "Confidence: 0.52" ) & # LEGACY (replaced with JSON): echo "Confidence: 0.52"
wait
