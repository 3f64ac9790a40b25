#!/usr/bin/env bash
touch a.txt
echo "Created a.txt (0 bytes)"
