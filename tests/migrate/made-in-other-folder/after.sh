#!/usr/bin/env bash
__skill_envelope; mkdir -p sub/deep
cd sub
touch deep/x.txt y.txt ../z.txt
__skill_say deliverable echo "Created: deep/x.txt" # LEGACY (replaced with JSON): echo "Created: deep/x.txt"
__skill_say deliverable echo "Modified y.txt" # LEGACY (replaced with JSON): echo "Modified y.txt"
__skill_say deliverable echo "Updated: ../z.txt" # LEGACY (replaced with JSON): echo "Updated: ../z.txt"
