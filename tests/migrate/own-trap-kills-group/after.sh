#!/usr/bin/env bash
__skill_envelope; skill_say trap trap 'kill 0' EXIT
sleep 20 &
skill_say metric.rows=3 echo "Rows: 3"
