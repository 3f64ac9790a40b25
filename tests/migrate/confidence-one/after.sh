#!/usr/bin/env bash
__skill_envelope
skill_say text,confidence echo "confidence 1.0"
