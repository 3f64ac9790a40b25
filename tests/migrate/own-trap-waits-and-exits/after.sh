#!/usr/bin/env bash
__skill_envelope
fin() { kill %1 2>/dev/null; wait 2>/dev/null; exit 4; }
set -m 2>/dev/null; set +m
trap fin EXIT
sleep 30 &
sleep 0.2
echo work
