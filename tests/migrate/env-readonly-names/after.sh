#!/usr/bin/env bash
__skill_envelope; readonly name=x path=/y line=1 text=z n=5 s=t code=3 status=0 word=w item=i out=o file=f dir=d
readonly -a rest=(1 2)
touch "$out"
__skill_say metric echo "Rows: $n" # LEGACY (replaced with JSON): echo "Rows: $n"
__skill_say deliverable echo "Created: ./$out" # LEGACY (replaced with JSON): echo "Created: ./$out"
(__skill_say metric echo "Sub rows: 4") # LEGACY (replaced with JSON): echo "Sub rows: 4"
__skill_say metric,error echo "ERROR: $name" # LEGACY (replaced with JSON): echo "ERROR: $name"
exit "$code"
