#!/usr/bin/env bash
failed=0
echo "[FAIL] report.py is missing"
failed=$((failed + 1))
echo "checked"
[ "$failed" -eq 0 ]
