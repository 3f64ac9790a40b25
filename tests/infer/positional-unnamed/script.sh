#!/bin/sh
# $1 - the branch to look at
# $2 - how many commits (default: 20)
[ "$#" -ge 1 ] || { echo "usage: log.sh BRANCH [COUNT]" >&2; exit 2; }
git log --oneline -n "${2:-20}" "$1"
