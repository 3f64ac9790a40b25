#!/usr/bin/env bash
touch a.txt
echo "Created: a.txt"
echo "Confidence: 0.9"
