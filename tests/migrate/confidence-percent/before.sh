#!/usr/bin/env bash
echo "Confidence: 92%"
