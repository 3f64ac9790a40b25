#!/usr/bin/env bash
log() { local level=$1; shift; echo "[$level] $*"; }
info() { log INFO "$@"; }
touch a.txt b.txt
log DONE "Created: a.txt"
info "Updated: b.txt"
log INFO "Confidence: 0.75"
