#!/usr/bin/env bash
__skill_envelope
eval "echo \"Items: 3\""
skill_say metric.rows=1 echo "Rows: 1"
