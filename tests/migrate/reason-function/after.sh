#!/usr/bin/env bash
__skill_envelope; set -euo pipefail
check() {
  [ -d "$1" ] || { skill_say reason echo "no folder $1" >&2; return 3; }
}
skill_say metric.items=3 echo "Items: 3"
check /nowhere/at/all
