#!/usr/bin/env bash
__skill_envelope
touch a.txt 3 files
id=files
echo "Not saved: a.txt"
echo "It would have created a.txt"
echo "[DRY RUN] Created a.txt"
echo "DRY_RUN: created a.txt"
echo "a.txt already exists, created a.txt before"
echo "Nothing was created: a.txt"
skill_say text,metric echo "Modified: 3 files"
skill_say failed echo "FAIL: created a.txt"
echo "Created branch $id"
echo "Reviewed (created since $id)"
echo "Generated: $(date +%Y)"
echo "Tab created: $id"
echo "PASS: Created video, duration=$id"
printf 'HTTP: %s%s\n' "$id" "$1"
