#!/bin/sh
dir=$(mktemp -d)
trap "rm -rf '$dir'; echo gone" 0
dir=other
echo "Items: 2"
