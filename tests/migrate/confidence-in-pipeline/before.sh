#!/usr/bin/env bash
echo 0.44 | while read -r c; do echo "Confidence: $c"; done
