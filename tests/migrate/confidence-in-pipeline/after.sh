#!/usr/bin/env bash
__skill_envelope
echo 0.44 | while read -r c; do skill_say confidence="$c" echo "Confidence: $c"; done
