#!/usr/bin/env bash
trap 'echo one; exit 7' EXIT
trap 'echo usr; exit 9' USR1
echo "Items: 3"
kill -USR1 $$
echo never
