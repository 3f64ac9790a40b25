#!/bin/sh
. ./lib/clean.sh
echo "Items: 3"
