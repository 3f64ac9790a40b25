#!/bin/sh
__skill_envelope; __skill_say confidence,metric echo "Confidence: 0.9"
