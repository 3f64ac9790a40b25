#!/usr/bin/env bash
look() { if false; then echo "left"; return 1; fi; ( echo "no luck"; exit 1 ) || :; }
echo "Items: 3"
echo "go on"
look
echo "not this one"
x=$(exit 3) || exit 3
