#!/usr/bin/env bash
f=$(mktemp)
trap "rm -f $f" EXIT
echo hi > "$f"
echo done
