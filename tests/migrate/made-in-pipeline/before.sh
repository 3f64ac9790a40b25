#!/usr/bin/env bash
printf 'a\nb\n' | while read -r f; do touch "$f.txt"; echo "Created: $f.txt"; done
