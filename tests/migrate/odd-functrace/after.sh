#!/usr/bin/env bash
__skill_envelope; set -eET -o pipefail
shopt -s extdebug
trap 'echo "failed at $LINENO"' ERR
work() { skill_say metric.items echo "Items: $(($1))"; return 3; }
work 5
