#!/usr/bin/env bash
__skill_envelope
echo() { builtin echo "wrapped: $*"; }
skill_say metric.items=3 echo "Items: 3"
