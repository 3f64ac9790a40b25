#!/usr/bin/env bash
echo "Created: late.txt"
touch late.txt
