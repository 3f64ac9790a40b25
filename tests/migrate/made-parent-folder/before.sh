#!/usr/bin/env bash
mkdir -p w ../work/v
cd w
touch ../v/t.txt
echo "Created: ../v/t.txt"
