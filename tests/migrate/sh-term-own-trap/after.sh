#!/bin/sh
__skill_envelope
trap 'rm -f scratch; echo tidy >> log' EXIT
trap 'echo stopping; exit 9' TERM
: > scratch
echo ready
sleep 1
echo never
