#!/usr/bin/env bash
__skill_envelope; while read -r l; do __skill_say metric echo "Seen: $l"; done < <(printf "1\n2\n") # LEGACY (replaced with JSON): echo "Seen: $l"
diff <(echo a) <(echo a) && echo same
