#!/usr/bin/env zsh
echo "Confidence: 0.9"
