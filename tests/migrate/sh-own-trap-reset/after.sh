#!/bin/sh
__skill_envelope; __skill_trap 'echo never' EXIT
__skill_trap - EXIT
trap 'echo never' TERM
__skill_trap - TERM
__skill_say metric echo "Items: 2"
