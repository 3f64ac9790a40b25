#!/usr/bin/env bash
__skill_envelope
skill_say metric.items=1 echo "Items: 1"
return 3 2>/dev/null || exit 4
