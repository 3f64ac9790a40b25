#!/bin/sh
set -eu
__skill_envelope
[ -f list ] || { skill_say error echo "Error: no list" >&2; exit 1; }
sort list | skill_say answer tail -1
skill_say answer cat list
