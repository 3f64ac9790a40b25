#!/usr/bin/env bash
echo "Rows: 1"
kill -QUIT $$
echo "Rows: 2"
