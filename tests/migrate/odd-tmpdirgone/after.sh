#!/usr/bin/env bash
__skill_envelope; export TMPDIR=/nonexistent
(__skill_say metric echo "Items: 4") # LEGACY (replaced with JSON): echo "Items: 4"
echo x | while read -r l; do __skill_say metric echo "Rows: 5"; done # LEGACY (replaced with JSON): echo "Rows: 5"
