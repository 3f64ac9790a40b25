#!/usr/bin/env bash
touch a.txt
echo "Created: a.txt" > log
echo "Created: a.txt" | grep -c Created
