#!/usr/bin/env bash
mkdir out; touch out/r.md
echo "Report saved to out/r.md"
echo "Results written to: out/r.md"
