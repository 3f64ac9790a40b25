#!/usr/bin/env bash
__skill_envelope; mkdir d; touch a.ts b.ts
skill_say deliverable echo "Created: **a.ts**"
skill_say deliverable echo "Created [b.ts]"
skill_say deliverable echo "Created directory: d"
