#!/usr/bin/env bash
__skill_envelope
touch a.ts b.ts c.ts
skill_say text,deliverable echo "Created: a.ts b.ts in 5s"
skill_say text,deliverable echo Updated: *.ts
