#!/usr/bin/env bash
__skill_envelope
trap '' PIPE
set -e
yes | head -1
skill_say metric.items=1 echo "Items: 1"
