#!/usr/bin/env bash
echo \
  "Items: 3" \
  && echo "Rows: 1"
