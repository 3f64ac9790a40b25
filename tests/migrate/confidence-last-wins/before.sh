#!/usr/bin/env bash
echo "Confidence: 0.2"
for c in 0.3 0.4; do echo "Confidence: $c"; done
