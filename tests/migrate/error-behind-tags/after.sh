#!/usr/bin/env bash
__skill_envelope
lvl() { local l=$1; shift; printf "[%s] %s\n" "$l" "$*"; }
skill_say arg2:error lvl INFO "✗ first"
skill_say arg2:error lvl 12:00:00 "❌ ERROR: second"
skill_say error echo "[12:00:01] [ERROR] third"
exit 1
