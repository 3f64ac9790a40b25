#!/usr/bin/env bash
__skill_envelope
skill_say metric.rows=3 echo "Rows: 3"
skill_say confidence=0.4 echo "Confidence: 0.4"
exit 2
