#!/usr/bin/env bash
__skill_envelope
skill_say text,confidence echo "Overall Confidence Score: 0.77 (good)"
