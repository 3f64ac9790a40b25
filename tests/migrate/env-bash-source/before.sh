#!/usr/bin/env bash
echo "Rows: 3"
(exit 3)
