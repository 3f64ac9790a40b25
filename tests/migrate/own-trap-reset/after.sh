#!/usr/bin/env bash
__skill_envelope; skill_say trap trap 'echo never' EXIT
trap - EXIT
echo work
