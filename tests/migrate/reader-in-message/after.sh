#!/usr/bin/env bash
__skill_envelope; __skill_say deliverable echo "Created: notes.txt" # LEGACY (replaced with JSON): echo "Created: notes.txt"
__skill_say metric echo "Items: 3" # LEGACY (replaced with JSON): echo "Items: 3"
touch notes.txt
