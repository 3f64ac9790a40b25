#!/usr/bin/env bash
__skill_envelope
for i in 1 2 3; do skill_say metric.round echo "Round: $((i))"; done
skill_say metric.other=9 echo "Other: 9"
