#!/usr/bin/env bash
set -e
__skill_envelope
trap 'echo one; false; echo two' EXIT
echo work
