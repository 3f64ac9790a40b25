#!/usr/bin/env bash
touch -- '*' -rf.txt '[x].md'
for f in '*' -rf.txt '[x].md'; do echo "Wrote: $f"; done
