#!/usr/bin/env bash
# Counts the tides of a table.
#
# Usage: tides.sh --table <table.csv>
set -euo pipefail
table=""
while [ $# -gt 0 ]; do
  case "$1" in
    --table)
      table=$2
      shift 2
      ;;
    *)
      echo "Unknown argument: $1" >&2
      exit 2
      ;;
  esac
done
if [ ! -f "$table" ]; then
  echo "ERROR: no such file: $table" >&2
  exit 2
fi
echo "--- SECOND PASS: with the means (updated table) ---"
rows=$(($(wc -l < "$table") - 1))
highest=$(
  while IFS=, read -r _ height; do
    echo "$height"
  done < <(tail -n +2 "$table") | sort -n | tail -1
)
echo "Rows: $rows"
echo "Highest: $highest"
