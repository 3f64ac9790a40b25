#!/usr/bin/env bash
__skill_envelope; touch a.txt
__skill_say deliverable echo "Created: a.txt" # LEGACY (replaced with JSON): echo "Created: a.txt"
__skill_say deliverable echo "Updated: ./a.txt" # LEGACY (replaced with JSON): echo "Updated: ./a.txt"
__skill_say deliverable echo "Saved to $PWD/a.txt" # LEGACY (replaced with JSON): echo "Saved to $PWD/a.txt"
