#!/usr/bin/env bash
__skill_envelope; readonly LC_ALL=C
__skill_say metric echo "Items: 1" # LEGACY (replaced with JSON): echo "Items: 1"
