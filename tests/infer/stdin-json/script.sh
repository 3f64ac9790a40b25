#!/bin/bash
set -e
INPUT=$(cat)
topic=$(echo "$INPUT" | jq -r '.topic')
limit=$(jq -r '.limit // 5' <<<"$INPUT")
mode=$(jq -r '.mode // "fast"' <<<"$INPUT")
if [ -z "$topic" ]; then
  jq -n '{status: "error", message: "no topic"}'
  exit 1
fi
jq -n --arg topic "$topic" --argjson n "$limit" '{status: "success", topic: $topic, results: [], n: ($n|tonumber), ts: now, $topic}'
