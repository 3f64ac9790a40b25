#!/usr/bin/env bash
exec 2>/dev/null
echo "Items: 1"
echo gone >&2
