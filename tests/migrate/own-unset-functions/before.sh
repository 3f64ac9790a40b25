#!/usr/bin/env bash
unset -f $(declare -F | cut -d" " -f3)
echo "Items: 3"
