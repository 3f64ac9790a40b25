#!/usr/bin/env bash
__skill_envelope
skill_say metric.rows=3 echo "Rows: 3"
skill_say handover exec -a name bash -c 'echo "I am $0"; exit 5'
