#!/bin/sh
__skill_envelope
. ./lib/clean.sh
skill_say metric.items=3 echo "Items: 3"
