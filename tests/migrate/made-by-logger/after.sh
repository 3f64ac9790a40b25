#!/usr/bin/env bash
__skill_envelope
ok() { printf '\033[32m✔ %s\033[0m\n' "$1"; }
log() { local m="$1"; echo "[$(date +%Y)] $m"; }
touch a b.txt
skill_say text,deliverable ok "Created: a"
skill_say deliverable=b.txt log "Saved: b.txt"
