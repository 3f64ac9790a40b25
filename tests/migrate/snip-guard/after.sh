#!/usr/bin/env bash
__skill_envelope; if [ $# -lt 1 ]; then __skill_say error echo "ERROR: needs a name"; exit 3; fi # LEGACY (replaced with JSON): echo "ERROR: needs a name"
echo "$1"
