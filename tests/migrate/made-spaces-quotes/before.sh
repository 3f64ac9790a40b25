#!/usr/bin/env bash
touch "it's a file.txt" 'say "hi".md'
for f in *.txt *.md; do echo "Saved: $f"; done
