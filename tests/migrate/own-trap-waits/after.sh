#!/usr/bin/env bash
__skill_envelope; __skill_trap 'kill $(jobs -p) 2>/dev/null; wait; echo reaped' EXIT
9>&- sleep 30 &
sleep 0.2
echo work
