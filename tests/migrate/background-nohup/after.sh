#!/usr/bin/env bash
__skill_envelope
nohup sleep 1 >/dev/null 2>&1 &
disown
echo started
