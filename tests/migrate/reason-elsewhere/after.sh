#!/usr/bin/env bash
__skill_envelope
look() { if false; then echo "left"; return 1; fi; ( echo "no luck"; exit 1 ) || :; }
skill_say metric.items=3 echo "Items: 3"
echo "go on"
look
echo "not this one"
x=$(exit 3) || exit 3
