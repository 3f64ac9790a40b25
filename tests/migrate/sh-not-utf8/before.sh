#!/bin/sh
name=$(printf 'caf\351.txt')
: > "$name"
echo "Created: $name"
printf 'ERROR: \360\237\230\200 ok, \360\237 cut, \355\240\200 half, \001 low\n'
