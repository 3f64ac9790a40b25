#!/usr/bin/env bash
get() { echo "ERROR: inner" >&2; return 4; }
x=$(get) || exit 4
