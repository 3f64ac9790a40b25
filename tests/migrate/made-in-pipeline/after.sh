#!/usr/bin/env bash
__skill_envelope; printf 'a\nb\n' | while read -r f; do touch "$f.txt"; __skill_say deliverable echo "Created: $f.txt"; done # LEGACY (replaced with JSON): echo "Created: $f.txt"
