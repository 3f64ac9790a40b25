#!/usr/bin/env bash
__skill_envelope
skill_say metric.rows=1 echo "Rows: 1"
kill -QUIT $$
skill_say metric.rows=2 echo "Rows: 2"
