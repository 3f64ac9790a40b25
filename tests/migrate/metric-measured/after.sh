#!/usr/bin/env bash
__skill_envelope
agents=${1:-10}
out=report
mkdir -p "$out"
rows=$(printf 'a\nb\n' | wc -l)
pass=0
pass=$((pass + 1))
note() { echo "[note] $1"; }
echo "Agents: $agents"
echo "Output: $out"
echo "Running: build"
skill_say metric.rows="$rows" echo "Rows: $rows"
skill_say metric.passed="$pass" echo "Passed: $pass"
skill_say metric.setup_time_ms="$rows" echo "Setup time: ${rows}ms"
skill_say metric.words="$rows" note "Words: $rows"
echo "Value: $rows"
skill_say text,metric echo "Modified: 3 files"
sessions=(a b)
echo "Sessions: ${sessions[*]}"
