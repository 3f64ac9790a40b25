#!/usr/bin/env bash
__skill_envelope
set -euo pipefail
trap 'echo "cleaned up"' EXIT
skill_say error echo "ERROR: no such file"
exit 5
