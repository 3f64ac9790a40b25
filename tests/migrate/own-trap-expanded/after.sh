#!/usr/bin/env bash
__skill_envelope; f=$(mktemp)
__skill_trap "rm -f $f" EXIT
echo hi > "$f"
echo done
