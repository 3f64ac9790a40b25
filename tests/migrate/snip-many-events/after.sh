#!/usr/bin/env bash
__skill_envelope
i=0
while [ $i -lt 300 ]; do skill_say metric.round="$i" echo "Round: $i"; i=$((i+1)); done | cat
