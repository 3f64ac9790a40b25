#!/usr/bin/env bash
__skill_envelope
ulimit -n 10
skill_say metric.items=4 echo "Items: 4"
