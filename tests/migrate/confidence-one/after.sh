#!/usr/bin/env bash
__skill_envelope; skill_say confidence echo "confidence 1.0"
