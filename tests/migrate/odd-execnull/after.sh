#!/usr/bin/env bash
__skill_envelope
exec 2>/dev/null
skill_say metric.items=1 echo "Items: 1"
echo gone >&2
