#!/usr/bin/env bash
__skill_envelope
f=competitors.json
echo "{}" > $f
skill_say deliverable="$f" echo "✓ Created empty data file: $f"
