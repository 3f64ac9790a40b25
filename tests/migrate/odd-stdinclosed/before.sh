#!/usr/bin/env bash
exec <&-
echo "Items: 1"
cat; echo "rc $?"
