#!/usr/bin/env bash
__skill_envelope
echo "Confidence: high"
