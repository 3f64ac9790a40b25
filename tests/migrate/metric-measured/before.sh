#!/usr/bin/env bash
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
echo "Rows: $rows"
echo "Passed: $pass"
echo "Setup time: ${rows}ms"
note "Words: $rows"
echo "Value: $rows"
echo "Modified: 3 files"
sessions=(a b)
echo "Sessions: ${sessions[*]}"
