#!/usr/bin/env bash
. ./lib/run.sh
echo "Items: 3"
launch true
