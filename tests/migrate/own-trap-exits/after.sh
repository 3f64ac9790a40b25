#!/usr/bin/env bash
__skill_envelope
trap 'echo bye; exit 6' EXIT
echo work
