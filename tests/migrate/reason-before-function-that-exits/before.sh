#!/usr/bin/env bash
set -euo pipefail

usage() { echo "Usage: x.sh --name NAME"; exit "${1:-0}"; }
while [ $# -gt 0 ]; do
  case $1 in
  --name) echo "Created: $2" && shift 2 ;;
  -h) usage ;;
  *) echo "unknown arg: $1" >&2; usage 3 ;;
  esac
done
