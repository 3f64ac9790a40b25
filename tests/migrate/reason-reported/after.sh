#!/usr/bin/env bash
__skill_envelope; failed=0
skill_say failed echo "[FAIL] report.py is missing"
failed=$((failed + 1))
echo "checked"
[ "$failed" -eq 0 ]
