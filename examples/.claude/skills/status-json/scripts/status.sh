#!/usr/bin/env bash
# Prints one JSON document: the envelope of skill-output-v1.
set -euo pipefail

files=$(find . -type f | wc -l)

cat <<EOF_JSON
{
  "success": true,
  "confidence": 0.95,
  "deliverables": [],
  "metrics": { "files": $((files)) },
  "errors": []
}
EOF_JSON
