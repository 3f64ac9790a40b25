#!/usr/bin/env bash
echo "Total: 5."
echo "Rows: 7"
