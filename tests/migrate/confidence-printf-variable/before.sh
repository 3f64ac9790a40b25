#!/usr/bin/env bash
printf -v M "Confidence: %s" 0.69
echo "$M"
