#!/usr/bin/env bash
# One function, once for a variable and once for the reader.
__skill_envelope
totals() { echo "Total count: $1"; }
kept=$(totals 4)
echo "kept ${#kept}"
totals 5
