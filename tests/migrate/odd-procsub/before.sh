#!/usr/bin/env bash
exec > >(sed 's/^/p: /') 2>&1
echo "Items: 4"
echo err >&2
sleep 0.1
