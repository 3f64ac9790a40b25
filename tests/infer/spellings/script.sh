#!/usr/bin/env bash
set -euo pipefail
OUT=
VERBOSE=0
KIND=
while [[ $# -gt 0 ]]; do
  case "$1" in
    -o|--out) OUT="$2"; shift 2 ;;
    --output) OUT="$2"; shift 2 ;;
    --output=*) OUT="${1#*=}"; shift ;;
    -v) VERBOSE=1; shift ;;
    --verbose) VERBOSE=1; shift ;;
    --file) SOURCE="$2"; KIND=file; shift 2 ;;
    --url) SOURCE="$2"; KIND=url; shift 2 ;;
    --json|--yaml) FORMAT="${1#--}"; shift ;;
    *) break ;;
  esac
done
name="$1"
echo "${2:-x} $3" > "$OUT"
if [ "$VERBOSE" = 1 ]; then
  echo "$4"
fi
echo "$name $SOURCE $KIND $FORMAT"
