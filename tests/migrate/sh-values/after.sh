#!/bin/sh
# Every kind of value, from a shell without arrays.
__skill_envelope; say() { __skill_say deliverable printf '[%s] %s\n' info "$1"; }
mkdir -p out
for name in one two; do
  : > "out/$name.txt"
  say "Created: out/$name.txt"
done
: > 'out/it is "so".txt'
__skill_say deliverable echo "Saved: out/it is \"so\".txt"
__skill_say deliverable echo "Wrote gone.txt"
__skill_say metric echo "Files scanned: 12"
__skill_say metric printf 'Rows kept: %d\n' 7
__skill_say metric echo "Execution time: 1.25s"
__skill_say metric echo "Modified 3 files"
__skill_say confidence printf 'Confidence: %s\n' '91.5%'
__skill_say error echo "ERROR: tab	quote \" back\\slash ünï"
