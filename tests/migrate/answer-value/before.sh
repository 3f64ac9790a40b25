#!/usr/bin/env bash
set -e

dir=$(cd "$1" && pwd -P)
echo "${dir##*/}"
