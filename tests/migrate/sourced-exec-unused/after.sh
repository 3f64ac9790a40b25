#!/usr/bin/env bash
__skill_envelope
. ./lib/run.sh
hello
skill_say metric.items=3 echo "Items: 3"
