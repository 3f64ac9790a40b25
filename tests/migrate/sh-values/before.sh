#!/bin/sh
# Every kind of value, from a shell without arrays.
say() { printf '[%s] %s\n' info "$1"; }
mkdir -p out
for name in one two; do
  : > "out/$name.txt"
  say "Created: out/$name.txt"
done
: > 'out/it is "so".txt'
echo "Saved: out/it is \"so\".txt"
echo "Wrote gone.txt"
echo "Files scanned: 12"
printf 'Rows kept: %d\n' 7
echo "Execution time: 1.25s"
echo "Modified 3 files"
printf 'Confidence: %s\n' '91.5%'
echo "ERROR: tab	quote \" back\\slash ünï"
