#!/usr/bin/env bash
__skill_envelope
skill_say() { echo "say $1: $2"; }

touch out.txt
skill_say error "not an error"
skill_run deliverable=out.txt echo "Created: out.txt"
sleep 0.1 &
{ skill_run background; skill_run metric.rows=3 echo "Rows: 3"; } &
wait
trap 'echo "bye"; exit 4' EXIT
skill_say metric 5
skill_say() { return 3; }
set -e
echo "ERROR: gone" | grep -q nothing
