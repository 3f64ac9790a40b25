#!/usr/bin/env bash
__skill_envelope
trap 'kill 0' EXIT
sleep 20 &
skill_say metric.rows=3 echo "Rows: 3"
