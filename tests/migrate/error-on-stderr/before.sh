#!/usr/bin/env bash
die() { echo "ERROR: $1" >&2; exit 2; }
echo go
die "bad \"quote\" \\ back"
