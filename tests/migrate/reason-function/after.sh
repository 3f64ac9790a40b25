#!/usr/bin/env bash
set -euo pipefail
__skill_envelope
check() {
  [ -d "$1" ] || { skill_say reason echo "no folder $1" >&2; return 3; }
}
skill_say metric.items=3 echo "Items: 3"
check /nowhere/at/all
