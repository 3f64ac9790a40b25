#!/usr/bin/env bash
__skill_envelope
f=$(mktemp)
trap "rm -f $f" EXIT
echo hi > "$f"
echo done
