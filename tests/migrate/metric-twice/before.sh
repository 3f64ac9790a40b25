#!/usr/bin/env bash
for i in 1 2 3; do echo "Round: $((i))"; done
echo "Other: 9"
