#!/usr/bin/env bash
__skill_envelope; skill_say trap trap 'echo x' EXIT
trap -p EXIT >/dev/null
trap 'echo hup' HUP
trap - HUP
echo work
