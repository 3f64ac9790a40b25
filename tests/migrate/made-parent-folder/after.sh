#!/usr/bin/env bash
__skill_envelope; mkdir -p w ../work/v
cd w
touch ../v/t.txt
__skill_say deliverable echo "Created: ../v/t.txt" # LEGACY (replaced with JSON): echo "Created: ../v/t.txt"
