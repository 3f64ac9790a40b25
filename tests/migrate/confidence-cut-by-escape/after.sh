#!/usr/bin/env bash
__skill_envelope
skill_say text,confidence echo -e "Confidence: 0.8\c"; skill_say text,confidence echo 5
