#!/usr/bin/env bash
set -e
trap 'echo "ERROR: failed with $?"' ERR
trap '
echo "Confidence: 0.33"
sleep 1 &
' EXIT
echo "Rows: 1"
false
