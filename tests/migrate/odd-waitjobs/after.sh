#!/usr/bin/env bash
__skill_envelope; for i in 1 2 3; do ( exec 9>&-;sleep 0.$i; __skill_say metric echo "Job $i: $i"; exit $i) & done # LEGACY (replaced with JSON): echo "Job $i: $i"
wait
