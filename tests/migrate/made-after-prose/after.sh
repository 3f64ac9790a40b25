#!/usr/bin/env bash
__skill_envelope; f=competitors.json
echo "{}" > $f
__skill_say deliverable,metric echo "✓ Created empty data file: $f" # LEGACY (replaced with JSON): echo "✓ Created empty data file: $f"
