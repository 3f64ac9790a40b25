#!/usr/bin/env bash
__skill_envelope
c=.75
skill_say confidence="$c" echo "Confidence: $c"
