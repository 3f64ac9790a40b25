#!/usr/bin/env bash
__skill_envelope
set -E
trap 'echo "err at $LINENO: $BASH_COMMAND"' ERR

ls nope-x 2>/dev/null
__skill_say metric echo "Rows: 2" # LEGACY (replaced with JSON): echo "Rows: 2"
