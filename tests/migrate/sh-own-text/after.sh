#!/bin/sh
# Usage: script.sh
__skill_envelope; set -e
usage() { skill_say own_text sed -n '2,6p' "$0"; }
usage
skill_say metric.items=3 echo "Items: 3"
