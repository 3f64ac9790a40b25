#!/usr/bin/env bash
# The JSON comes out of a function that prints its argument: only the option tells of it.
as_json=false
[ "${1-}" = --json ] && as_json=true
json_out() { if $as_json; then echo "$1"; fi; }
$as_json || echo "Created: a.ts"
json_out '{"status": "ok"}'
