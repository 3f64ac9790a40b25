#!/usr/bin/env bash
set -euo pipefail
check() {
  [ -d "$1" ] || { echo "no folder $1" >&2; return 3; }
}
echo "Items: 3"
check /nowhere/at/all
