#!/bin/sh
# Makes a thing
while getopts "hn:o:v" opt; do
  case $opt in
    n) name="$OPTARG" ;;
    o) out=$OPTARG ;;
    v) verbose=1 ;;
    h) echo "Usage: b.sh -n NAME [-o FILE] FILE..."; exit 0 ;;
    *) exit 1 ;;
  esac
done
shift $((OPTIND-1))
[ -z "$name" ] && { echo "ERROR: -n is missing" >&2; exit 1; }
for file in "$@"; do
  wc -l "$file"
done
n=$(ls | wc -l)
cat <<JSON
{"status": "success", "name": "$name", "count": $n, "nested": {"ok": true, "list": ["a", "$out"]}, "free": $free}
JSON
