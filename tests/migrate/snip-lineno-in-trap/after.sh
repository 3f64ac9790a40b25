#!/usr/bin/env bash
__skill_envelope
set -E
trap '__skill_say metric echo "err at $LINENO: $BASH_COMMAND"' ERR # LEGACY (replaced with JSON): echo "err at $LINENO: $BASH_COMMAND"

ls nope-x 2>/dev/null
__skill_say metric echo "Rows: 2" # LEGACY (replaced with JSON): echo "Rows: 2"
