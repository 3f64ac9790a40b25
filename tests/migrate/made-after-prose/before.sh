#!/usr/bin/env bash
f=competitors.json
echo "{}" > $f
echo "✓ Created empty data file: $f"
