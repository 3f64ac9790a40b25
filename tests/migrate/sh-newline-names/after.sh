#!/bin/sh
__skill_envelope
name='two
lines \n.txt'
: > "$name"
(skill_say deliverable="$name" printf 'Created: %s\n' "$name")
(skill_say deliverable=plain.txt echo "Saved: plain.txt"); : > plain.txt
