#!/usr/bin/env bash
f() { echo "ERROR: inside"; return 4; }
out=$(f) || { echo "$out"; exit 5; }
