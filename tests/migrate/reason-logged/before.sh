#!/usr/bin/env bash
log() { printf "[%s] %s\n" now "$1" >&2; }
log "begins"
echo "Items: 3"
if true; then log "the backend is down"; exit 5; fi
