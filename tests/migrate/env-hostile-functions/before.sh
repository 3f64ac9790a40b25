#!/usr/bin/env bash
echo "Confidence: 0.9"
false || echo "ERROR: x"
