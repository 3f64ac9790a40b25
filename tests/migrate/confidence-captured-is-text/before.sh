#!/usr/bin/env bash
f() { echo "Confidence: 0.1"; }
x=$(f)
echo "got ${#x}"
