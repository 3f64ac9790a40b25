#!/usr/bin/env bash
die() { echo "ERROR: $1" >&2; exit 2; }
die "bad \"quote\" \\ back"
