#!/usr/bin/env bash
export TMPDIR=/nonexistent
(echo "Items: 4")
echo x | while read -r l; do echo "Rows: 5"; done
