#!/usr/bin/env bash
old=0.3
echo "State before resume:"
echo "  Phase: two"
echo "  Confidence: $old"
echo
echo "Confidence: 0.9"
