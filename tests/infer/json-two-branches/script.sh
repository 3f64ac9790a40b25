#!/usr/bin/env bash
fail() {
  jq -n --arg m "$1" '{"status": "error", "error": {"message": $m, "code": 1}}'
  exit 1
}
[ -n "$1" ] || fail "no id"
jq -n --arg id "$1" '{"status": "ok", "error": null, "data": {"id": $id, "score": 0.5}}'
