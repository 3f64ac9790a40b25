#!/bin/sh
set -eu

pass=0 fail=2
pass=$((pass + 3))
fail=$((fail - 2))
echo "$pass passed, $fail failed, 1 skipped"
