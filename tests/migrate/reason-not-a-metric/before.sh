#!/usr/bin/env bash
set -- 17
echo "Items: 3"
if true; then
  echo "Unknown option: $1"
  exit 2
fi
