#!/usr/bin/env bash
__skill_envelope
f=$'two\nlines.txt'
touch "$f"
skill_say deliverable="$f" echo "Created: $f"
