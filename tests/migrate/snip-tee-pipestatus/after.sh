#!/usr/bin/env bash
set -o pipefail
__skill_envelope
bash -c "echo hi; exit 3" 2>&1 | tee log
rc=${PIPESTATUS[0]}
echo "rc $rc"
exit "$rc"
