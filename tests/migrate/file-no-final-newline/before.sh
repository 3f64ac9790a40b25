#!/usr/bin/env bash
echo "Confidence: 0.9"