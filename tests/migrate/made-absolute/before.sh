#!/usr/bin/env bash
touch a.txt
echo "Generated: $PWD/a.txt"
