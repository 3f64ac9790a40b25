#!/usr/bin/env bash
__skill_envelope
log() { echo "[INFO] $1"; }
mkdir -p one two
touch one/a.txt two/a.txt b.txt
for folder in one two one; do
  cd "$folder"
  made=a.txt
  skill_say deliverable="$made" echo "Created: $made"
  cd ..
done
for n in 7 08 9 "" 12 1.5; do
  rows=$(printf %s "$n")
  skill_say metric.rows="$rows" echo "Rows: $rows"
  cells=$(printf %s "$n")
  skill_say metric.cells="$cells" echo "Cells: $cells"
done
(rows=$(expr 98 + 1); skill_say metric.rows="$rows" echo "Rows: $rows")
rows=$(expr 12 + 1)
skill_say metric.rows="$rows" echo "Rows: $rows"
log "step 3 of 4"
log "nothing here"
skill_say deliverable=b.txt log "Saved: b.txt"
skill_say error log "Error: in the log"
skill_say error log "✗ crossed"
skill_say confidence=70% log "Confidence: 70%"
skill_say error log 'Error: with \n a backslash'
why="a,text,b"
skill_say error echo "Error: $why"
skill_say error echo "Error:   blanks   "
skill_say error echo "❌ no disk"
skill_say error printf 'Error: %s\n' "printed"
skill_say error echo -e "Error: \x41"
shopt -s nocasematch
skill_say metric.rows="$rows" echo "Rows: $rows"
skill_say error echo "ERROR: loud"
