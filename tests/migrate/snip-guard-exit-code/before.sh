#!/usr/bin/env bash
if [ -z "${WAVE_ID_THAT_NOBODY_SETS:-}" ]; then
  echo "ERROR: the wave id is missing"
  exit 3
fi
echo "SUCCESS"
