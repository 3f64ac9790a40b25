#!/bin/sh
__skill_envelope
name='two
lines \n.txt'
: > "$name"
(skill_say all,deliverable printf 'Created: %s\n' "$name")
(skill_say deliverable=plain.txt echo "Saved: plain.txt"); : > plain.txt
