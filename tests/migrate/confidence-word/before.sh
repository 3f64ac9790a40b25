#!/usr/bin/env bash
echo "Confidence: high"
