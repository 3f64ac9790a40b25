#!/usr/bin/env bash
set -eET -o pipefail
shopt -s extdebug
trap 'echo "failed at $LINENO"' ERR
work() { echo "Items: $(($1))"; return 3; }
work 5
