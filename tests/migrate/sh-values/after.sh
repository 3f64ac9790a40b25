#!/bin/sh
# Every kind of value, from a shell without arrays.
__skill_envelope
say() { printf '[%s] %s\n' info "$1"; }
mkdir -p out
for name in one two; do
  : > "out/$name.txt"
  skill_say deliverable="out/$name.txt" say "Created: out/$name.txt"
done
: > 'out/it is "so".txt'
skill_say text,deliverable echo "Saved: out/it is \"so\".txt"
skill_say deliverable=gone.txt echo "Wrote gone.txt"
skill_say metric.files_scanned=12 echo "Files scanned: 12"
skill_say metric.rows_kept=7 printf 'Rows kept: %d\n' 7
skill_say text,metric echo "Execution time: 1.25s"
skill_say text,metric echo "Modified 3 files"
skill_say confidence=91.5% printf 'Confidence: %s\n' '91.5%'
skill_say error echo "ERROR: tab	quote \" back\\slash ünï"
