#!/usr/bin/env bash
__skill_envelope; __skill_trap 'echo one' EXIT
__skill_trap 'echo two' 0
echo work
