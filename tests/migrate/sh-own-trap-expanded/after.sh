#!/bin/sh
__skill_envelope; dir=$(mktemp -d)
__skill_trap "rm -rf '$dir'; echo gone" 0
dir=other
__skill_say metric echo "Items: 2"
