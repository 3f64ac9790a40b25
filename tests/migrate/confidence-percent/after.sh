#!/usr/bin/env bash
__skill_envelope
skill_say confidence=92% echo "Confidence: 92%"
