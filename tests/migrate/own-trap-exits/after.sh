#!/usr/bin/env bash
__skill_envelope; __skill_trap 'echo bye; exit 6' EXIT
echo work
