#!/usr/bin/env bash
__skill_envelope; set -e
trap 'echo "failed at $LINENO"' ERR
echo a
false
