#!/usr/bin/env bash
# Functions for others; nothing runs here.
log() { echo "[lib] $1"; }
emit() { printf '{"a": 1}\n'; }
