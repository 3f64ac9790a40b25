#!/bin/sh
( echo "Inner count: 1"; ( echo "Deep count: 2" ) )
printf '%s\n' a b c | while read -r item; do
  echo "Created: $item.txt"
  echo x > "$item.txt"
done
{ echo "Confidence: 0.25"; } | cat
value=$(echo "Captured count: 9")
echo "got ${#value} characters"
