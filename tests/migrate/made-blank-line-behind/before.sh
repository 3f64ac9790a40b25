#!/usr/bin/env bash

touch out.md
n=$((1 + 2))
printf 'Created: %s\n\n' out.md
echo -e "Items: $n\n"
