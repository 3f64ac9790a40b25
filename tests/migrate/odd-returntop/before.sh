#!/usr/bin/env bash
echo "Items: 1"
return 3 2>/dev/null || exit 4
