#!/usr/bin/env bash
__skill_envelope
skill_say metric.total=5 echo "Total: 5."
skill_say metric.rows=7 echo "Rows: 7"
