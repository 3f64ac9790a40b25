#!/bin/sh
name='two
lines \n.txt'
: > "$name"
(printf 'Created: %s\n' "$name")
(echo "Saved: plain.txt"); : > plain.txt
