#!/usr/bin/env bash
x=$(printf "%0200000d" 0)
echo "ERROR: ${#x}"
exit 1
