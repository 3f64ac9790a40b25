#!/usr/bin/env bash
# Reads the queue.
#   QUEUE_NAME - the queue to read (required)
#   MAX_ITEMS  - how many items at most
set -u
: "${QUEUE_NAME:?QUEUE_NAME must be set}"
MAX_ITEMS="${MAX_ITEMS:-50}"
if [ -z "${AWS_SECRET_ACCESS_KEY:-}" ]; then echo "ERROR: no credentials" >&2; exit 3; fi
LOG_LEVEL=${LOG_LEVEL:-info}
WORK=$(mktemp -d)
cd "$HOME" && aws sqs receive-message --queue "$QUEUE_NAME" --max "$MAX_ITEMS" > "$WORK/x"
i=0
while [ "$i" -lt "$MAX_ITEMS" ]; do i=$((i + 1)); done
echo "Items: $i"
