#!/usr/bin/env bash
__skill_envelope
trap 'echo one' EXIT
trap 'echo two' 0
echo work
