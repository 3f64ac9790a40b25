#!/usr/bin/env bash
__skill_envelope; echo "name $0 source ${BASH_SOURCE[0]} line $LINENO"
skill_say own_text grep -c Items "$0"
f() { echo "caller ${BASH_LINENO[0]} ${FUNCNAME[*]}"; }
f
skill_say metric.items=3 echo "Items: 3"
