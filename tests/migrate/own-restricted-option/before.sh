#!/usr/bin/env bash
set -r

echo "Items: 3"
