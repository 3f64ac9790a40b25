#!/usr/bin/env bash
# Counts the results of a TAP log and writes summary.md.
set -euo pipefail

SCRIPT_DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
source "$SCRIPT_DIR/../lib/count.sh"

log="${1:?a log file is needed}"
if [[ ! -r "$log" ]]; then
  echo "❌ can't read $log" 
  exit 1
fi

echo "📊 Summing up $log"
passed=$(count_lines "ok" "$log")
failed=$(count_lines "not ok" "$log")
total=$((passed + failed))

{
  echo "# Tests"
  echo
  echo "$passed of $total passed"
} | tee summary.md

echo "Passed: $passed"
echo "Failed: $failed"
echo "Saved summary.md"

if (( total > 0 )); then
  share=$(( 100 * passed / total ))
  echo "Confidence: ${share}%"
fi
if (( failed > 0 )); then
  echo "FAILED: $failed tests"
  exit 1
fi
echo "COMPLETE"
