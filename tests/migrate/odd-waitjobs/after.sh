#!/usr/bin/env bash
__skill_envelope
for i in 1 2 3; do ( skill_say background;sleep 0.$i; skill_say text,metric echo "Job $i: $((i))"; exit $i) & done
wait
