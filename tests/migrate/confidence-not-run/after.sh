#!/usr/bin/env bash
__skill_envelope
if false; then skill_say confidence=0.9 echo "Confidence: 0.9"; fi
echo done
