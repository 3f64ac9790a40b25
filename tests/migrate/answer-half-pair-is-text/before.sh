#!/usr/bin/env bash
set -e

cat "$1"
