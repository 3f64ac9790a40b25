#!/usr/bin/env bash
set -- a "b c"
echo "Items: $#"
echo "$1-$2"
