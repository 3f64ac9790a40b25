#!/bin/sh
__skill_envelope; ( __skill_say metric echo "Inner count: 1"; ( __skill_say metric echo "Deep count: 2" ) )
printf '%s\n' a b c | while read -r item; do
  __skill_say deliverable echo "Created: $item.txt"
  echo x > "$item.txt"
done
{ __skill_say confidence echo "Confidence: 0.25"; } | cat
value=$(echo "Captured count: 9")
echo "got ${#value} characters"
