#!/usr/bin/env bash
__skill_envelope; {
  echo "{"
  echo "  \"a\": 1"
  echo "}"
} > report.json
__skill_say deliverable echo "Report saved to: report.json" # LEGACY (replaced with JSON): echo "Report saved to: report.json"
