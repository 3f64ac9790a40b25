#!/bin/sh
echo "Confidence: 0.9"
