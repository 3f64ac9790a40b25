#!/usr/bin/env bash
__skill_envelope; touch a.txt 'b c.txt'
F='b c.txt'
__skill_say deliverable,metric cat <<X # LEGACY (replaced with JSON): cat
Created 2 files:
  - a.txt
  - $F
Rows: $((1 + 2))
X
