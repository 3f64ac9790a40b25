#!/bin/sh
__skill_envelope; set -u
__skill_say metric echo "Items: 4"
echo "value $NOT_SET_ANYWHERE"
echo "never"
