#!/usr/bin/env bash
while read -r name; do
  basename "$name"
done
