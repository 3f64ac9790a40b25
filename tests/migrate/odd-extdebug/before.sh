#!/usr/bin/env bash
shopt -s extdebug
set -TE
f() { echo "Items: $1"; return 1; }
trap 'echo ret' RETURN
f 1
trap - RETURN
(exit 4)
