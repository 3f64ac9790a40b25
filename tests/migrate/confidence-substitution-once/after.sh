#!/usr/bin/env bash
__skill_envelope; n=0
score() { echo x >> calls; echo 0.6; }
__skill_say confidence,metric echo "Confidence: $(score)" # LEGACY (replaced with JSON): echo "Confidence: $(score)"
wc -l < calls
