#!/usr/bin/env bash
echo "Items: 1" > /dev/stdout
echo "x" > /dev/stderr
echo y > /dev/fd/1
