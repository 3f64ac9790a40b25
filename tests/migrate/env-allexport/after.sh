#!/usr/bin/env bash
__skill_envelope
set -a
skill_say metric.items=1 echo "Items: 1"
bash -c 'echo "child ${__skill_on-none}" >/dev/null'
