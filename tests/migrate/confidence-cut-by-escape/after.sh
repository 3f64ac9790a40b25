#!/usr/bin/env bash
__skill_envelope; skill_say text,confidence,metric echo -e "Confidence: 0.8\c"; skill_say text,confidence,metric echo 5
