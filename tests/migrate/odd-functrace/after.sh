#!/usr/bin/env bash
__skill_envelope; set -eET -o pipefail
shopt -s extdebug
trap 'echo "failed at $LINENO"' ERR
work() { __skill_say metric echo "Items: $1"; return 3; } # LEGACY (replaced with JSON): echo "Items: $1"
work 5
