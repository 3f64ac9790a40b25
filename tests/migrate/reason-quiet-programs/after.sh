#!/usr/bin/env bash
__skill_envelope
grep -q root /etc/passwd || missing=root
cmp -s /etc/passwd /etc/group && same=1
git diff --quiet --no-index /etc/passwd /etc/passwd || changed=1
[ -z "$missing" ] || { skill_say error echo "ERROR: $missing is missing"; exit 1; }
[ -n "$same" ] || { skill_say error echo "ERROR: they differ"; exit 1; }
