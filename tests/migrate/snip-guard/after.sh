#!/usr/bin/env bash
__skill_envelope
if [ $# -lt 1 ]; then skill_say error echo "ERROR: needs a name"; exit 3; fi
echo "$1"
