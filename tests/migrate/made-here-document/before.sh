#!/usr/bin/env bash
touch a.txt 'b c.txt'
F='b c.txt'
cat <<X
Created 2 files:
  - a.txt
  - $F
Rows: $((1 + 2))
X
