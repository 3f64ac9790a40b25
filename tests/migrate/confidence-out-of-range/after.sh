#!/usr/bin/env bash
__skill_envelope
skill_say confidence=1.5 echo "Confidence: 1.5"
