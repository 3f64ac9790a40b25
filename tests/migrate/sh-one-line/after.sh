#!/bin/sh
__skill_envelope; __skill_say confidence echo "Confidence: 0.9"
