#!/usr/bin/env bash
readonly name=x path=/y line=1 text=z n=$((2+3)) s=t code=3 status=0 word=w item=i out=o file=f dir=d
readonly -a rest=(1 2)
touch "$out"
echo "Rows: $n"
echo "Created: ./$out"
(echo "Sub rows: 4")
echo "ERROR: $name"
exit "$code"
