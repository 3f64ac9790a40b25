#!/usr/bin/env bash
__skill_envelope; set -a
__skill_say metric echo "Items: 1" # LEGACY (replaced with JSON): echo "Items: 1"
bash -c 'echo "child ${__skill_on-none}" >/dev/null'
