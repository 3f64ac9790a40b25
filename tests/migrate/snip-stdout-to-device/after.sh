#!/usr/bin/env bash
__skill_envelope
skill_say metric.items=1 echo "Items: 1" > /dev/stdout
echo "x" > /dev/stderr
echo y > /dev/fd/1
