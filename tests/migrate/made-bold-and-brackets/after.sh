#!/usr/bin/env bash
__skill_envelope; mkdir d; touch a.ts b.ts
__skill_say deliverable echo "Created: **a.ts**" # LEGACY (replaced with JSON): echo "Created: **a.ts**"
__skill_say deliverable echo "Created [b.ts]" # LEGACY (replaced with JSON): echo "Created [b.ts]"
__skill_say deliverable echo "Created directory: d" # LEGACY (replaced with JSON): echo "Created directory: d"
