#!/usr/bin/env bash
set -u
__skill_envelope
GREEN=$'\033[32m' NC=$'\033[0m'
pass=0 fail=0 rows=0
for n in 1 2 3; do pass=$((pass + 1)); done
fail=$((fail + 1)) rows=$((pass + fail))
skill_say metric.passed="$pass" skill_say metric.failed="$fail" echo "Passed: $pass, Failed: $fail"
skill_say metric.ok="$pass" skill_say metric.warnings="$fail" echo -e "=== Results: ${GREEN}$pass ok${NC}, $fail warnings ==="
skill_say metric.frontend_files="$rows" skill_say metric.backend_files=2 echo "  Frontend files: ${rows} | Backend files: 2"
echo "expected: $pass, got: $fail"
echo "Branch: $HOME | Repo: $PWD"
skill_say metric.rows="$rows" echo "Rows: $rows, which is enough"
echo "Passed: $pass, Passed: $fail"
skill_say metric.skipped="$rows" echo "Skipped: $rows, Deleted: $(printf 4)"
