#!/usr/bin/env bash
C=0.76
cat <<X
Summary
  Confidence: $C
X
cat <<'X'
Confidence: 0.1
X
