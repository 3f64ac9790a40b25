#!/usr/bin/env bash
while read -r l; do echo "Seen: $l"; done < <(printf "1\n2\n")
diff <(echo a) <(echo a) && echo same
