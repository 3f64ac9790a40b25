#!/usr/bin/env bash
__skill_envelope; set -o pipefail
bash -c "echo hi; exit 3" 2>&1 | tee log
rc=${PIPESTATUS[0]}
echo "rc $rc"
exit "$rc"
