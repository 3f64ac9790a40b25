#!/usr/bin/env bash
set -e
ITEMS='[]'
RESULT=$(jq -n --arg name "$1" --argjson items "$ITEMS" '{ok: true, name: $name, items: $items, count: ($items | length)}')
echo "$RESULT"
