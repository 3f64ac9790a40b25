#!/usr/bin/env bash
{
  echo "{"
  echo "  \"a\": 1"
  echo "}"
} > report.json
echo "Report saved to: report.json"
