#!/usr/bin/env bash
__skill_envelope; __skill_say status echo "FAILED" # LEGACY (replaced with JSON): echo "FAILED"
