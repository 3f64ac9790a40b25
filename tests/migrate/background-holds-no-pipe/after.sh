#!/usr/bin/env bash
__skill_envelope
sleep 2 >/dev/null 2>&1 &
echo "started"
