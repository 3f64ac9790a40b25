#!/usr/bin/env bash
set -e
__skill_envelope
n=$(printf abc)
skill_say metric.items="$n" printf "Items: %d\n" "$n" 2>/dev/null
skill_say metric.done=2 echo "Done: 2"
