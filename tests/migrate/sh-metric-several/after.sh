#!/bin/sh
set -eu
__skill_envelope
pass=0 fail=2
pass=$((pass + 3))
fail=$((fail - 2))
skill_say metric.passed="$pass" skill_say metric.failed="$fail" skill_say metric.skipped=1 echo "$pass passed, $fail failed, 1 skipped"
