#!/usr/bin/env bash
__skill_envelope; touch a.ts b.ts
__skill_say deliverable echo "Created files:" # LEGACY (replaced with JSON): echo "Created files:"
for f in *.ts; do __skill_say deliverable printf "  - %s\n" "$f"; done # LEGACY (replaced with JSON): printf "  - %s\n" "$f"
__skill_say metric echo "Total: 2" # LEGACY (replaced with JSON): echo "Total: 2"
