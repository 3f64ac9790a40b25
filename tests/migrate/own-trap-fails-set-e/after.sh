#!/usr/bin/env bash
__skill_envelope; set -e
trap 'echo one; false; echo two' EXIT
echo work
