#!/usr/bin/env bash
ulimit -n 10
echo "Items: 4"
