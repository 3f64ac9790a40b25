#!/bin/sh
echo "Items: 2"
exec sh -c 'echo "child $1"; cat; exit 5' child "$1"
