#!/usr/bin/env bash
if [ $# -lt 1 ]; then echo "ERROR: needs a name"; exit 3; fi
echo "$1"
