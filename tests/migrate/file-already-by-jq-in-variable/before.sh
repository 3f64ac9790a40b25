#!/usr/bin/env bash
n=$(wc -l < list)
OUT=$(jq -n --argjson n "$n" '{success: true, confidence: 0.8, deliverables: [], metrics: {lines: $n}, errors: []}')
printf '%s\n' "$OUT"
