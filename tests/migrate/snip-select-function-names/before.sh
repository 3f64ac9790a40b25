#!/usr/bin/env bash
echo() { builtin echo "wrapped: $*"; }
echo "Items: 3"
