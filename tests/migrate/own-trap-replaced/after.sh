#!/usr/bin/env bash
__skill_envelope; skill_say trap trap 'echo one' EXIT
trap 'echo two' 0
echo work
