#!/usr/bin/env bash
__skill_envelope; set -e
( skill_say metric.rows=1 echo "Rows: 1"; false; echo no )
echo no
