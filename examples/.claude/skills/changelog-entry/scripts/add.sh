#!/usr/bin/env bash
# Appends an entry to CHANGELOG.md, which is made where it is missing.
set -e

RED='\033[0;31m'
GREEN='\033[0;32m'
NC='\033[0m'

usage() {
  echo "Usage: $0 added|changed|fixed TEXT"
  exit 2
}

[ $# -ge 2 ] || usage
kind="$1"
shift

case "$kind" in
  added|changed|fixed) ;;
  *) echo -e "${RED}ERROR: unknown kind: $kind${NC}"; exit 2 ;;
esac

scratch=$(mktemp)
trap 'rm -f "$scratch"' EXIT

if [ -f CHANGELOG.md ]; then
  cat CHANGELOG.md > "$scratch"
  verb="Modified"
else
  printf '# Changelog\n\n' > "$scratch"
  verb="Created"
fi
printf -- '- %s: %s\n' "$kind" "$*" >> "$scratch"
cat "$scratch" > CHANGELOG.md

echo -e "${GREEN}✓ Entry added${NC}"
echo "$verb: CHANGELOG.md"
echo -e "   Confidence: ${CONFIDENCE:-0.95}"
