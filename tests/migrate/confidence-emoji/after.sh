#!/usr/bin/env bash
__skill_envelope
skill_say confidence=0.66 echo "🎯 Confidence: 0.66"
