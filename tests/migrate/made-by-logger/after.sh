#!/usr/bin/env bash
__skill_envelope; ok() { __skill_say deliverable printf '\033[32m✔ %s\033[0m\n' "$1"; } # LEGACY (replaced with JSON): printf '\033[32m✔ %s\033[0m\n' "$1"
log() { local m="$1"; __skill_say deliverable echo "[$(date +%Y)] $m"; } # LEGACY (replaced with JSON): echo "[$(date +%Y)] $m"
touch a b.txt
ok "Created: a"
log "Saved: b.txt"
