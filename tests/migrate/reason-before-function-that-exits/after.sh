#!/usr/bin/env bash
set -euo pipefail
__skill_envelope
usage() { skill_say reason echo "Usage: x.sh --name NAME"; exit "${1:-0}"; }
while [ $# -gt 0 ]; do
  case $1 in
  --name) skill_say deliverable="$2" echo "Created: $2" && shift 2 ;;
  -h) usage ;;
  *) skill_say reason echo "unknown arg: $1" >&2; usage 3 ;;
  esac
done
