#!/usr/bin/env bash
if echo "Items: 1" && true; then echo "Rows: 2"; fi
! echo "Cols: 3" || true
