#!/usr/bin/env bash
set -e
__skill_envelope
tidy() { wait; echo "tidied $?"; }
trap tidy EXIT
sleep 0.1 &
skill_say metric.items=3 echo "Items: 3"
false
