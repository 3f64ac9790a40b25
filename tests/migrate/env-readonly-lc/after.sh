#!/usr/bin/env bash
__skill_envelope
readonly LC_ALL=C
skill_say metric.items=1 echo "Items: 1"
