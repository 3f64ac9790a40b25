#!/usr/bin/env bash
__skill_envelope
exec <&-
skill_say metric.items=1 echo "Items: 1"
cat; echo "rc $?"
