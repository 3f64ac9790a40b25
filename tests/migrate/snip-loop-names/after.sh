#!/usr/bin/env bash
# The printed name is not the path; what is not there does not count.
__skill_envelope; for name in alpha beta; do
  mkdir -p units
  : > "units/$name.unit"
  __skill_say deliverable echo "Created: $name.unit" # LEGACY (replaced with JSON): echo "Created: $name.unit"
  __skill_say deliverable echo "  Saved: units/$name.unit" # LEGACY (replaced with JSON): echo "  Saved: units/$name.unit"
done
