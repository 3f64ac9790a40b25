#!/usr/bin/env bash
__skill_envelope
echo "Confidence: -0.2"
