#!/usr/bin/env bash
__skill_envelope
f=$'caf\xe9.txt'
touch "$f"
skill_say deliverable="$f" echo "Created: $f"
