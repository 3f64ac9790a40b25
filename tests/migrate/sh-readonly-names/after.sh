#!/bin/sh
__skill_envelope
name=x; path=/y; line=1; text=z; n=$((2+3)); s=t; code=3; out=o; word=w
readonly name path line text n s code out word
skill_say metric.rows="$n" echo "Rows: $n"
skill_say error echo "ERROR: $name"
exit "$code"
