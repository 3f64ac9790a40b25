#!/usr/bin/env bash
cleanup() { echo "cleanup $?"; rm -f t; }
trap cleanup EXIT
touch t
echo work
exit 3
