#!/usr/bin/env bash
set -a
echo "Items: 1"
bash -c 'echo "child ${__skill_on-none}" >/dev/null'
