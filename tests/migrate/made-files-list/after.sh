#!/usr/bin/env bash
__skill_envelope
touch a.ts b.ts
skill_say text,deliverable echo "Created files:"
for f in *.ts; do skill_say text,deliverable printf "  - %s\n" "$f"; done
skill_say metric.total=2 echo "Total: 2"
