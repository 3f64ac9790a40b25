#!/usr/bin/env bash
# What it asks a person for comes on stdin.
read -rp "Key: " key
while read -r line; do echo "$line"; done < list.txt
echo "$key"
