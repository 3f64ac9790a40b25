#!/usr/bin/env bash
__skill_envelope
while read -r l; do echo "Seen: $l"; done < <(printf "1\n2\n")
diff <(echo a) <(echo a) && echo same
