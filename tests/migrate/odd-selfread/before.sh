#!/usr/bin/env bash
echo "name $0 source ${BASH_SOURCE[0]} line $LINENO"
grep -c Items "$0"
f() { echo "caller ${BASH_LINENO[0]} ${FUNCNAME[*]}"; }
f
echo "Items: 3"
