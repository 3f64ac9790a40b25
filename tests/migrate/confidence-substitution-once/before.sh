#!/usr/bin/env bash
n=0
score() { echo x >> calls; echo 0.6; }
echo "Confidence: $(score)"
wc -l < calls
