#!/usr/bin/env bash
( echo "Confidence: 0.31" )
echo "Confidence: 0.32"
( echo "Confidence: 0.33" )
