#!/usr/bin/env bash
set -o keyword
out=a.md
echo "Created: $out"
