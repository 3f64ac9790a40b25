#!/usr/bin/env bash
__skill_envelope; touch a.ts b.ts c.ts
__skill_say deliverable echo "Created: a.ts b.ts in 5s" # LEGACY (replaced with JSON): echo "Created: a.ts b.ts in 5s"
__skill_say deliverable echo Updated: *.ts # LEGACY (replaced with JSON): echo Updated: *.ts
