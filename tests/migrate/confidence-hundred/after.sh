#!/usr/bin/env bash
__skill_envelope
skill_say confidence=100% echo "Confidence: 100%"
