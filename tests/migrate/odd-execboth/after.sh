#!/usr/bin/env bash
__skill_envelope
exec > log.txt 2>&1
skill_say metric.items=1 echo "Items: 1"
false
