#!/usr/bin/env bash
# Usage: script.sh
__skill_envelope; set -e
skill_say own_text grep -n "zz""yy" "$0"
skill_say metric.items=1 echo "Items: 1"
