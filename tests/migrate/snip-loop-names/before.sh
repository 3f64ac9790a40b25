#!/usr/bin/env bash
# The printed name is not the path; what is not there does not count.
for name in alpha beta; do
  mkdir -p units
  : > "units/$name.unit"
  echo "Created: $name.unit"
  echo "  Saved: units/$name.unit"
done
