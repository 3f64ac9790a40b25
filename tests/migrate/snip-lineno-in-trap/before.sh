#!/usr/bin/env bash

set -E
trap 'echo "err at $LINENO: $BASH_COMMAND"' ERR

ls nope-x 2>/dev/null
echo "Rows: 2"
