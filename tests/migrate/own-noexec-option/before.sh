#!/usr/bin/env bash
set -x -n

echo "Items: 3"
