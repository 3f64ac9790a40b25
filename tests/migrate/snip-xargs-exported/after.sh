#!/usr/bin/env bash
__skill_envelope
show() { echo "Created: $1"; }
export -f show
printf "a\nb\n" | xargs -n1 bash -c 'show "$0"'
