#!/usr/bin/env bash
__skill_envelope
c=
skill_say confidence="$c" echo "Confidence: $c"
