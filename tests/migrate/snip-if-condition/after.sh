#!/usr/bin/env bash
__skill_envelope
if skill_say metric.items=1 echo "Items: 1" && true; then skill_say metric.rows=2 echo "Rows: 2"; fi
! skill_say metric.cols=3 echo "Cols: 3" || true
