#!/usr/bin/env bash
__skill_envelope; echo "name $0 source ${BASH_SOURCE[0]} line $LINENO"
grep -c Items "$0"
f() { echo "caller ${BASH_LINENO[0]} ${FUNCNAME[*]}"; }
f
__skill_say metric echo "Items: 3" # LEGACY (replaced with JSON): echo "Items: 3"
