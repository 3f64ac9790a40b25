#!/usr/bin/env bash
__skill_envelope
if [ -z "${WAVE_ID_THAT_NOBODY_SETS:-}" ]; then
  skill_say error echo "ERROR: the wave id is missing"
  exit 3
fi
echo "SUCCESS"
