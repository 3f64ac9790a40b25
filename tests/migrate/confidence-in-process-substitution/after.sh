#!/usr/bin/env bash
# What a loop reads of a function is no output of the script.
__skill_envelope
list() {
  echo "Confidence: 0.1"
  echo "Created: taken.txt"
  echo "ERROR: taken"
}
while read -r line; do
  echo "item: $line"
done < <(list)
{ read -r first; } < <(echo "Confidence: 0.2")
touch taken.txt
skill_say confidence=0.9 echo "Confidence: 0.9"
