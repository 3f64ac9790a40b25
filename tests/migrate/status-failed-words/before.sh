#!/usr/bin/env bash
words="FAIL $1 the parser"
echo "$words"
echo "FAIL-SAFE is on"
echo "FAIL 3"
