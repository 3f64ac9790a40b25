#!/usr/bin/env bash
__skill_envelope; set -eE
trap 'echo "line $LINENO"' ERR
__skill_trap 'echo out' EXIT
f() { false; }
f
