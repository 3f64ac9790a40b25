#!/usr/bin/env bash
__skill_envelope
export TMPDIR=/nonexistent
(skill_say metric.items=4 echo "Items: 4")
echo x | while read -r l; do skill_say metric.rows=5 echo "Rows: 5"; done
