#!/usr/bin/env bash
echo "Rows: 3"
echo "ERROR: x"
exit 2
