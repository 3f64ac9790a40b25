#!/usr/bin/env bash
set -e
echo go
mkdir d
cd d
cp nope here 2>/dev/null
