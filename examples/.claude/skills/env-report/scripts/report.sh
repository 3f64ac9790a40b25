#!/usr/bin/env bash
# Tells which of the named tools are installed.
set -uo pipefail

found=0
missing=0

path_of() {
  command -v "$1" 2>/dev/null || echo ""
}

for tool in "$@"; do
  where=$(path_of "$tool")
  if [ -n "$where" ]; then
    echo "  ✓ $tool"
    found=$((found + 1))
  else
    echo "  ⚠ $tool is not installed"
    missing=$((missing + 1))
  fi
done

cat <<SUMMARY
----------------------------------------
Found: $found
Missing: $missing
----------------------------------------
SUMMARY
printf 'Found: %d\n' "$found"
printf 'Missing: %d\n' "$missing"
[ "$missing" -eq 0 ] && echo "SUCCESS" || echo "DONE with gaps"
exit 0
