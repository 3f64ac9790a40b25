#!/usr/bin/env bash
readonly LC_ALL=C
echo "Items: 1"
