#!/bin/sh
__skill_envelope; name='two
lines \n.txt'
: > "$name"
(__skill_say deliverable,metric printf 'Created: %s\n' "$name")
(__skill_say deliverable echo "Saved: plain.txt"); : > plain.txt
