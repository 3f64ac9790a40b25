#!/usr/bin/env bash
__skill_envelope
ok() { skill_say text,deliverable printf '\033[32m✔ %s\033[0m\n' "$1"; }
log() { local m="$1"; skill_say text,deliverable echo "[$(date +%Y)] $m"; }
touch a b.txt
ok "Created: a"
log "Saved: b.txt"
