#!/usr/bin/env bash
f=$'caf\xe9.txt'
touch "$f"
echo "Created: $f"
