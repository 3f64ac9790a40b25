#!/usr/bin/env bash
. ./lib/run.sh
hello
echo "Items: 3"
