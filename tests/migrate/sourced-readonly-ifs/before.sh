#!/usr/bin/env bash
readonly IFS
echo "Items: 3"
