#!/usr/bin/env bash
n=2
echo "Modified $n files"
echo "Created 3 files"
echo "Files deleted: 1"
