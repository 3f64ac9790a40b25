#!/usr/bin/env bash
f=$'two\nlines.txt'
touch "$f"
echo "Created: $f"
