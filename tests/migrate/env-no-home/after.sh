#!/usr/bin/env bash
__skill_envelope
skill_say confidence=0.9 echo "Confidence: 0.9"
