#!/usr/bin/env bash
__skill_envelope; ok=1
[ "$ok" = 1 ] && __skill_say deliverable echo "Created: a" || __skill_say status echo "FAILED" # LEGACY (replaced with JSON): echo "Created: a"
