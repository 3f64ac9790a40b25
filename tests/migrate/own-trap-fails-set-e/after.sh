#!/usr/bin/env bash
__skill_envelope; set -e
__skill_trap 'echo one; false; echo two' EXIT
echo work
