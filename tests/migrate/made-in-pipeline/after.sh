#!/usr/bin/env bash
__skill_envelope
printf 'a\nb\n' | while read -r f; do touch "$f.txt"; skill_say deliverable="$f.txt" echo "Created: $f.txt"; done
