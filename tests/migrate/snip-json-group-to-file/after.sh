#!/usr/bin/env bash
__skill_envelope
{
  echo "{"
  echo "  \"a\": 1"
  echo "}"
} > report.json
skill_say deliverable=report.json echo "Report saved to: report.json"
