#!/usr/bin/env bash
__skill_envelope
set -- a "b c"
skill_say metric.items echo "Items: $#"
echo "$1-$2"
