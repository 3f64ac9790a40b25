#!/usr/bin/env bash
# script.sh - counts things
#
# Usage: script.sh [-h]
set -euo pipefail

HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
MARK='it'\''s a/b & \c'
case "${1-}" in
  -h|--help) sed -n '2,12p' "$0"; exit 0 ;;
esac
echo "Items: 3"
echo "Confidence: 0.8"
