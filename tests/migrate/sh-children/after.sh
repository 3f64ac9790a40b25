#!/bin/sh
__skill_envelope
( skill_say metric.inner_count=1 echo "Inner count: 1"; ( skill_say metric.deep_count=2 echo "Deep count: 2" ) )
printf '%s\n' a b c | while read -r item; do
  skill_say deliverable="$item.txt" echo "Created: $item.txt"
  echo x > "$item.txt"
done
{ skill_say confidence=0.25 echo "Confidence: 0.25"; } | cat
value=$(echo "Captured count: 9")
skill_say metric.characters="${#value}" echo "got ${#value} characters"
