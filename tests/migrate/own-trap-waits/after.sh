#!/usr/bin/env bash
__skill_envelope
trap 'kill $(jobs -p) 2>/dev/null; wait; echo reaped' EXIT
sleep 30 &
sleep 0.2
echo work
