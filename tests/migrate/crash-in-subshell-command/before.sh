#!/usr/bin/env bash
set -e
( echo "Rows: 1"; false; echo no )
echo no
