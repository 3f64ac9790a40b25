#!/bin/sh
__skill_envelope
skill_say() { echo "say $1: $2"; }

skill_say error "not an error"
skill_run error echo "ERROR: gone"
n=3
echo "Rows: $n"
7>&- sleep 0.1 &
wait
exit 2
