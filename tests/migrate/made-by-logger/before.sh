#!/usr/bin/env bash
ok() { printf '\033[32m✔ %s\033[0m\n' "$1"; }
log() { local m="$1"; echo "[$(date +%Y)] $m"; }
touch a b.txt
ok "Created: a"
log "Saved: b.txt"
