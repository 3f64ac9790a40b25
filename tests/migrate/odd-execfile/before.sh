#!/usr/bin/env bash
echo "Items: 1"
exec > out.txt
echo "Items: 2 in file"
echo "ERROR: in file"
