#!/usr/bin/env bash
__skill_envelope
cleanup() { echo "cleanup $?"; rm -f t; }
trap cleanup EXIT
touch t
echo work
exit 3
