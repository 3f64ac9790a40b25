#!/usr/bin/env bash
__skill_envelope
touch "it's a file.txt" 'say "hi".md'
for f in *.txt *.md; do skill_say deliverable="$f" echo "Saved: $f"; done
