#!/usr/bin/env bash
__skill_envelope; skill_say own_text cat "$0"
skill_say own_text head -n 4 "$0"
skill_say own_text head "$0"
skill_say metric.items=3 echo "Items: 3"
trap 'echo bye' EXIT
