#!/bin/sh
trap 'echo never' EXIT
trap - EXIT
trap 'echo never' TERM
trap - TERM
echo "Items: 2"
