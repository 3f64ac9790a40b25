#!/usr/bin/env bash
__skill_envelope
C=0.76
skill_say lines:2,confidence:2 cat <<X
Summary
  Confidence: $C
X
cat <<'X'
Confidence: 0.1
X
