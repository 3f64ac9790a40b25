#!/usr/bin/env bash
echo "Rows: 3"
exec -x name true
