#!/usr/bin/env bash
trap '' PIPE
set -e
yes | head -1
echo "Items: 1"
