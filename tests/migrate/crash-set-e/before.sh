#!/usr/bin/env bash
set -e
echo a
false
echo b
