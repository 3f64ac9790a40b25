#!/usr/bin/env bash
lvl() { local l=$1; shift; printf "[%s] %s\n" "$l" "$*"; }
lvl INFO "✗ first"
lvl 12:00:00 "❌ ERROR: second"
echo "[12:00:01] [ERROR] third"
exit 1
