#!/usr/bin/env bash
__skill_envelope; touch a.txt
__skill_say deliverable echo "Generated: $PWD/a.txt" # LEGACY (replaced with JSON): echo "Generated: $PWD/a.txt"
