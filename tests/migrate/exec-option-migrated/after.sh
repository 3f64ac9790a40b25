#!/usr/bin/env bash
set -u
__skill_envelope
skill_say metric.rows=3 echo "Rows: 3"
skill_say handover exec -a name bash ./other.sh 4
