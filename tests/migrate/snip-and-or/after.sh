#!/usr/bin/env bash
__skill_envelope; ok=1
[ "$ok" = 1 ] && skill_say deliverable=a echo "Created: a" || skill_say failed echo "FAILED"
