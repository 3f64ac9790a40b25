#!/usr/bin/env bash
set -e
trap 'echo "failed at $LINENO"' ERR
echo a
false
