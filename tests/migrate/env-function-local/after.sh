#!/usr/bin/env bash
__skill_envelope
skill_say metric.rows=3 echo "Rows: 3"
skill_say error echo "ERROR: x"
exit 2
