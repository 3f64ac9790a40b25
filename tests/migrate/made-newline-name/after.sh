#!/usr/bin/env bash
__skill_envelope; f=$'two\nlines.txt'
touch "$f"
__skill_say deliverable,metric echo "Created: $f" # LEGACY (replaced with JSON): echo "Created: $f"
