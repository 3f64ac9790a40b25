#!/usr/bin/env bash
__skill_envelope; set -- a "b c"
skill_say metric echo "Items: $#"
echo "$1-$2"
