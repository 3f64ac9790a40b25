#!/usr/bin/env bash
__skill_envelope; touch a.txt
__skill_say deliverable echo "Created a.txt (0 bytes)" # LEGACY (replaced with JSON): echo "Created a.txt (0 bytes)"
