#!/usr/bin/env bash
# Drafts a page.
#
# Usage: draft.sh DIR

set -euo pipefail
if [ "${1-}" = --help ]; then
  sed -n '2,4p' "$0"
  exit 0
fi
dir=${1:?a folder is missing}
log() { echo "[draft] $1"; }
cleanup() { rm -f "$dir/tmp"; }
trap cleanup EXIT
[ -d "$dir" ] || { echo "ERROR: no folder $dir"; exit 3; }
(
  sleep 0.1
  echo "done" >"$dir/job"
) &
sleep 0.1 >/dev/null 2>&1 &
wait
echo '# Page' >"$dir/page.md"
echo "✅ Created: $dir/page.md" # for the editor
log "Lines: $(wc -l <"$dir/page.md")"
echo "Confidence: 0.8"
echo "COUNT=$(wc -l <"$dir/page.md")"
