#!/usr/bin/env bash
__skill_envelope; __skill_trap 'echo x' EXIT
trap -p EXIT >/dev/null
trap 'echo hup' HUP
__skill_trap - HUP
echo work
