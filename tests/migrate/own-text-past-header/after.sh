#!/usr/bin/env bash
# script.sh - counts things
#
# Usage: script.sh [-h]
set -euo pipefail
__skill_envelope
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
MARK='it'\''s a/b & \c'
case "${1-}" in
  -h|--help) skill_say own_text sed -n '2,12p' "$0"; exit 0 ;;
esac
skill_say metric.items=3 echo "Items: 3"
skill_say confidence=0.8 echo "Confidence: 0.8"
