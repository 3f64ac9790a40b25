#!/usr/bin/env bash
__skill_envelope
usage() {
  cat <<USAGE
Usage: x [a]
  echo "Confidence: 0.9"
USAGE
}
usage
exit 0
