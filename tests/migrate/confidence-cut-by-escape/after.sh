#!/usr/bin/env bash
__skill_envelope; skill_say confidence,metric echo -e "Confidence: 0.8\c"; skill_say confidence,metric echo 5
