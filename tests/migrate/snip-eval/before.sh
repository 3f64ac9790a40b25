#!/usr/bin/env bash
eval "echo \"Items: 3\""
echo "Rows: 1"
