#!/usr/bin/env bash
__skill_envelope; touch a.txt "b c.txt"
__skill_say deliverable echo "Created:" # LEGACY (replaced with JSON): echo "Created:"
for f in a.txt "b c.txt"; do __skill_say deliverable echo "  - $f"; done # LEGACY (replaced with JSON): echo "  - $f"
echo "Notes:"
echo "  - case.toml"
