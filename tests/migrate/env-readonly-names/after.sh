#!/usr/bin/env bash
__skill_envelope
readonly name=x path=/y line=1 text=z n=$((2+3)) s=t code=3 status=0 word=w item=i out=o file=f dir=d
readonly -a rest=(1 2)
touch "$out"
skill_say metric.rows="$n" echo "Rows: $n"
skill_say deliverable="./$out" echo "Created: ./$out"
(skill_say metric.sub_rows=4 echo "Sub rows: 4")
skill_say error echo "ERROR: $name"
exit "$code"
