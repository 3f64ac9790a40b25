#!/usr/bin/env bash
c=.75
echo "Confidence: $c"
