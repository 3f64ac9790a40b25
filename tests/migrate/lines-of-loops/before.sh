#!/usr/bin/env bash

log() { echo "[INFO] $1"; }
mkdir -p one two
touch one/a.txt two/a.txt b.txt
for folder in one two one; do
  cd "$folder"
  made=a.txt
  echo "Created: $made"
  cd ..
done
for n in 7 08 9 "" 12 1.5; do
  rows=$(printf %s "$n")
  echo "Rows: $rows"
  cells=$(printf %s "$n")
  echo "Cells: $cells"
done
(rows=$(expr 98 + 1); echo "Rows: $rows")
rows=$(expr 12 + 1)
echo "Rows: $rows"
log "step 3 of 4"
log "nothing here"
log "Saved: b.txt"
log "Error: in the log"
log "✗ crossed"
log "Confidence: 70%"
log 'Error: with \n a backslash'
why="a,text,b"
echo "Error: $why"
echo "Error:   blanks   "
echo "❌ no disk"
printf 'Error: %s\n' "printed"
echo -e "Error: \x41"
shopt -s nocasematch
echo "Rows: $rows"
echo "ERROR: loud"
