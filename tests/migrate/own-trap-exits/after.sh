#!/usr/bin/env bash
__skill_envelope; skill_say trap trap 'echo bye; exit 6' EXIT
echo work
