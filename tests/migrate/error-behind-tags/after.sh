#!/usr/bin/env bash
__skill_envelope
lvl() { local l=$1; shift; skill_say text,error printf "[%s] %s\n" "$l" "$*"; }
lvl INFO "✗ first"
lvl 12:00:00 "❌ ERROR: second"
skill_say error echo "[12:00:01] [ERROR] third"
exit 1
