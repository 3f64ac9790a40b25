#!/usr/bin/env bash
ok=1
__skill_envelope
[ "$ok" = 1 ] && skill_say deliverable=a echo "Created: a" || skill_say failed echo "FAILED"
