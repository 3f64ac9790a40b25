#!/usr/bin/env bash
set -e

ls -d "$1" | tee log
{ basename "$1"; } | cat
