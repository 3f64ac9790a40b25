#!/usr/bin/env bash
made() { echo "Created: $1"; }
score() { echo "Confidence: 0.7"; }
prepare() { trap 'echo tidied' EXIT; }
finish() { exec "$@"; }
if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  made "$0"
fi
