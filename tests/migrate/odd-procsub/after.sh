#!/usr/bin/env bash
__skill_envelope
exec > >(sed 's/^/p: /') 2>&1
skill_say metric.items=4 echo "Items: 4"
echo err >&2
sleep 0.1
