#!/usr/bin/env bash
__skill_envelope; set -- a "b c"
__skill_say metric echo "Items: $#" # LEGACY (replaced with JSON): echo "Items: $#"
echo "$1-$2"
