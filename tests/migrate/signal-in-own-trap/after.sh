#!/usr/bin/env bash
__skill_envelope
trap 'echo leaving; kill -TERM $$; sleep 0.1' EXIT
skill_say metric.rows=1 echo "Rows: 1"
