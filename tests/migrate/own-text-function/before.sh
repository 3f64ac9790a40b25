#!/usr/bin/env bash
# Usage: script.sh NAME
usage() {
  sed -n '2,5p' "$0" >&2
  exit "${1:-2}"
}
[ $# -ge 1 ] || usage
echo "Created: $1"
[ -e "$1" ] || exec no-such-command "$1"
