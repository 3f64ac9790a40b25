#!/usr/bin/env bash
n=9
eval "exec $n>nine.txt"
echo "to nine" >&$n
echo "Items: 3"
