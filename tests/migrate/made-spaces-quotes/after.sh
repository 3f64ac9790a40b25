#!/usr/bin/env bash
__skill_envelope; touch "it's a file.txt" 'say "hi".md'
for f in *.txt *.md; do skill_say text,deliverable,metric echo "Saved: $f"; done
