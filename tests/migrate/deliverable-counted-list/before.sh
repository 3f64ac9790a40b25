#!/usr/bin/env bash
touch a.txt b.txt "c d.txt"
echo "Created 2 files: a.txt, b.txt"
echo "Wrote 1 file: c d.txt"
