#!/usr/bin/env bash
echo "Minimum confidence: 0.9"
echo "Confidence threshold: 0.8"
