#!/usr/bin/env bash
__skill_envelope
log() { local level=$1; shift; skill_say text,confidence,deliverable echo "[$level] $*"; }
info() { log INFO "$@"; }
touch a.txt b.txt
log DONE "Created: a.txt"
info "Updated: b.txt"
log INFO "Confidence: 0.75"
