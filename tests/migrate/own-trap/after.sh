#!/usr/bin/env bash
__skill_envelope; cleanup() { echo "cleanup $?"; rm -f t; }
__skill_trap cleanup EXIT
touch t
echo work
exit 3
