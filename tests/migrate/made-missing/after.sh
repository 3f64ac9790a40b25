#!/usr/bin/env bash
__skill_envelope; __skill_say deliverable echo "Created: out.txt" # LEGACY (replaced with JSON): echo "Created: out.txt"
