#!/usr/bin/env bash
trap 'echo "tidied $?"' EXIT
echo "Items: 3"
false
exec no-such-program-here
