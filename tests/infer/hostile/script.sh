#!/bin/bash
# Says: "quotes", #hash, *star*, 'single' and back\slash: all of it
while [ $# -gt 0 ]; do
  case "$1" in
    --yes) yes="$2"; shift 2;;
    --é) accent=1; shift;;
    --n) n="- [a]: b"; shift;;
    -) shift;;
    --null|--on) on="${2:-null}"; shift 2;;
  esac
done
printf '{"a\\"b": "x", "no": "%s", "on": %s}' "$yes" "$on"
