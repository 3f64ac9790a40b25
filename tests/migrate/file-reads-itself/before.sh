#!/usr/bin/env bash
cat "$0" | wc -c
wc -l "$0"
