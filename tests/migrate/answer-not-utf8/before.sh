#!/usr/bin/env bash
set -e

tail -c 99 "$1"
