#!/usr/bin/env bash
__skill_envelope
set -E
trap 'echo "err at $LINENO: $BASH_COMMAND"' ERR

ls nope-x 2>/dev/null
skill_say metric.rows=2 echo "Rows: 2"
