#!/usr/bin/env bash
set -e
__skill_envelope
( skill_say metric.rows=1 echo "Rows: 1"; false; echo no )
echo no
