#!/usr/bin/env bash
__skill_envelope; __skill_trap 'echo never' EXIT
__skill_trap - EXIT
echo work
