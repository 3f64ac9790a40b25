#!/usr/bin/env bash
__skill_envelope
trap 'echo x' EXIT
trap -p EXIT >/dev/null
trap 'echo hup' HUP
trap - HUP
echo work
