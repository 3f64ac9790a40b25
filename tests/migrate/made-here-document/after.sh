#!/usr/bin/env bash
__skill_envelope
touch a.txt 'b c.txt'
F='b c.txt'
skill_say lines:4,deliverable:1+2+3,metric:1+4 cat <<X
Created 2 files:
  - a.txt
  - $F
Rows: $((1 + 2))
X
