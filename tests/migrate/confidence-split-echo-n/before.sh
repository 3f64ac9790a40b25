#!/usr/bin/env bash
echo -n "Confidence: "
echo "0.58"
