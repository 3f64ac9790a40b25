#!/usr/bin/env bash
touch a.ts b.ts
echo "Created files:"
for f in *.ts; do printf "  - %s\n" "$f"; done
echo "Total: 2"
