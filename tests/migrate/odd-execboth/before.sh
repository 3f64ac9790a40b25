#!/usr/bin/env bash
exec > log.txt 2>&1
echo "Items: 1"
false
