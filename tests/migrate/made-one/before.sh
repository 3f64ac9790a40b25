#!/usr/bin/env bash
touch out.txt
echo "Created: out.txt"
