#!/usr/bin/env bash
if false; then echo "Confidence: 0.9"; fi
echo done
