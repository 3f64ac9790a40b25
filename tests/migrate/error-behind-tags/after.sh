#!/usr/bin/env bash
__skill_envelope; lvl() { local l=$1; shift; __skill_say error printf "[%s] %s\n" "$l" "$*"; } # LEGACY (replaced with JSON): printf "[%s] %s\n" "$l" "$*"
lvl INFO "✗ first"
lvl 12:00:00 "❌ ERROR: second"
__skill_say error echo "[12:00:01] [ERROR] third" # LEGACY (replaced with JSON): echo "[12:00:01] [ERROR] third"
exit 1
