#!/bin/sh
# usage: sh-lineno-and-self
# second line
sed -n 2,3p "$0"
echo "Items: 2"
