#!/usr/bin/env bash
shopt -s xpg_echo
echo "a\nConfidence: 0.81"
