#!/usr/bin/env bash
# What the second argument is depends on the first: neither its name nor its type is known.
if [ "${1:-}" = "--cid" ]; then
  cid="${2:-}"
  [ -z "$cid" ] && { echo "ERROR: --cid needs a value" >&2; exit 2; }
else
  page="${2:-1}"
  cid=$((page + 1))
fi
echo "$cid"
