#!/usr/bin/env bash
__skill_envelope
touch -- '*' -rf.txt '[x].md'
for f in '*' -rf.txt '[x].md'; do skill_say deliverable="$f" echo "Wrote: $f"; done
