#!/usr/bin/env bash
echo "Confidence: 0.9"
echo "low-confidence: 0.2"
echo "High-confidence: 3"
