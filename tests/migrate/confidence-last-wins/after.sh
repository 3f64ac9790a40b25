#!/usr/bin/env bash
__skill_envelope
skill_say confidence=0.2 echo "Confidence: 0.2"
for c in 0.3 0.4; do skill_say confidence="$c" echo "Confidence: $c"; done
