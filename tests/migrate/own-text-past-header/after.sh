#!/usr/bin/env bash
# script.sh - counts things
#
# Usage: script.sh [-h]
__skill_envelope; set -euo pipefail

HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
MARK='it'\''s a/b & \c'
case "${1-}" in
  -h|--help) skill_say own_text sed -n '2,12p' "$0"; exit 0 ;;
esac
skill_say text,metric echo "Items: 3"
skill_say text,confidence echo "Confidence: 0.8"
