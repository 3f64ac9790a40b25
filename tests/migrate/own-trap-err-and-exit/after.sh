#!/usr/bin/env bash
__skill_envelope; set -eE
trap 'echo "line $LINENO"' ERR
trap 'echo out' EXIT
f() { false; }
f
