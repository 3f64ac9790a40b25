#!/bin/sh
__skill_envelope; . ./lib/clean.sh
__skill_say metric echo "Items: 3"
