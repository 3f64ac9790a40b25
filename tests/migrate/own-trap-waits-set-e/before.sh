#!/usr/bin/env bash
set -e
tidy() { wait; echo "tidied $?"; }
trap tidy EXIT
sleep 0.1 &
echo "Items: 3"
false
