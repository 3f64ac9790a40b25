#!/usr/bin/env bash
__skill_envelope
touch a.txt 'b c.txt'
F='b c.txt'
skill_say lines:1+2+3+4/4,deliverable,metric cat <<X
Created 2 files:
  - a.txt
  - $F
Rows: $((1 + 2))
X
