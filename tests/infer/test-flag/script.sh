#!/bin/bash
# Checks links of a page
URL="$1"
if [[ "$2" == "--strict" ]]; then
  STRICT=1
fi
[[ -n "$URL" ]] || { echo "ERROR: a URL is missing"; exit 1; }
wget -q --spider "$URL" && echo "OK"
