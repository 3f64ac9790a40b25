#!/usr/bin/env bash
set -C

cat "$1"
