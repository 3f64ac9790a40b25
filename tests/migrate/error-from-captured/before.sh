#!/usr/bin/env bash
get() { echo "ERROR: inner" >&2; return 4; }
echo go
x=$(get) || exit 4
