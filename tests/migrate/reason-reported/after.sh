#!/usr/bin/env bash
failed=0
__skill_envelope
skill_say failed echo "[FAIL] report.py is missing"
failed=$((failed + 1))
echo "checked"
[ "$failed" -eq 0 ]
