#!/usr/bin/env bash
for i in 1 2 3; do (sleep 0.$i; echo "Job $i: $((i))"; exit $i) & done
wait
