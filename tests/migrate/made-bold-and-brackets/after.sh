#!/usr/bin/env bash
__skill_envelope
mkdir d; touch a.ts b.ts
skill_say text,deliverable echo "Created: **a.ts**"
skill_say text,deliverable echo "Created [b.ts]"
skill_say text,deliverable echo "Created directory: d"
