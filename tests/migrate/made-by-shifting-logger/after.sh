#!/usr/bin/env bash
__skill_envelope
log() { local level=$1; shift; echo "[$level] $*"; }
info() { log INFO "$@"; }
touch a.txt b.txt
skill_say deliverable=a.txt log DONE "Created: a.txt"
skill_say deliverable=b.txt info "Updated: b.txt"
skill_say confidence=0.75 log INFO "Confidence: 0.75"
