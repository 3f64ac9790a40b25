#!/usr/bin/env bash
set -eE
trap 'echo "line $LINENO"' ERR
trap 'echo out' EXIT
f() { false; }
f
