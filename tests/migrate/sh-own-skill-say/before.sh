#!/bin/sh
skill_say() { echo "say $1: $2"; }

skill_say error "not an error"
echo "ERROR: gone"
n=3
echo "Rows: $n"
sleep 0.1 &
wait
exit 2
