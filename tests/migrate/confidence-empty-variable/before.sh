#!/usr/bin/env bash
c=
echo "Confidence: $c"
