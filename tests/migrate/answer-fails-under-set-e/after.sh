#!/usr/bin/env bash
set -e
__skill_envelope
export A=1
skill_say answer "$@"
echo "Rows: 3" >rows.txt
