#!/usr/bin/env bash
set -e
echo "Items: 1"
name="${1:?a name is needed}"
echo "Created: $name"
