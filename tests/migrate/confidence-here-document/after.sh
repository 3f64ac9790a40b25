#!/usr/bin/env bash
__skill_envelope; C=0.76
__skill_say confidence,metric cat <<X # LEGACY (replaced with JSON): cat
Summary
  Confidence: $C
X
cat <<'X'
Confidence: 0.1
X
