#!/usr/bin/env bash
__skill_envelope; __skill_say confidence echo "Overall Confidence Score: 0.77 (good)" # LEGACY (replaced with JSON): echo "Overall Confidence Score: 0.77 (good)"
