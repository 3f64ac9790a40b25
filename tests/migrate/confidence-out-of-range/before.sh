#!/usr/bin/env bash
echo "Confidence: 1.5"
