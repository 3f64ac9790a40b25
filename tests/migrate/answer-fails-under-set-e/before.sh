#!/usr/bin/env bash
set -e

export A=1
"$@"
echo "Rows: 3" >rows.txt
