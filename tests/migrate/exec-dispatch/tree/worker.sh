#!/usr/bin/env bash
echo "Items done: $#"
exit 3
