#!/usr/bin/env bash
__skill_envelope; skill_say confidence echo "Confidence: -0.2"
