#!/usr/bin/env bash
i=0
while [ $i -lt 300 ]; do echo "Round: $i"; i=$((i+1)); done | cat
