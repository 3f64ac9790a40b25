#!/usr/bin/env bash
# The printed name is not the path; what is not there does not count.
__skill_envelope
for name in alpha beta; do
  mkdir -p units
  : > "units/$name.unit"
  skill_say deliverable="$name.unit" echo "Created: $name.unit"
  skill_say deliverable="units/$name.unit" echo "  Saved: units/$name.unit"
done
