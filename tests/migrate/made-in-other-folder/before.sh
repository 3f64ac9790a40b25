#!/usr/bin/env bash
mkdir -p sub/deep
cd sub
touch deep/x.txt y.txt ../z.txt
echo "Created: deep/x.txt"
echo "Modified y.txt"
echo "Updated: ../z.txt"
