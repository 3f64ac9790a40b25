#!/usr/bin/env bash
__skill_envelope
log() { printf "[%s] %s\n" now "$1" >&2; }
log "begins"
skill_say metric.items=3 echo "Items: 3"
if true; then skill_say reason log "the backend is down"; exit 5; fi
