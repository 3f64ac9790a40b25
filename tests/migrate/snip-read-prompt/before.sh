#!/usr/bin/env bash
set -e
read -r -p "Continue? " -n 1 x
echo "got $x"
