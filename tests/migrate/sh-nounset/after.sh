#!/bin/sh
set -u
__skill_envelope
skill_say metric.items=4 echo "Items: 4"
echo "value $NOT_SET_ANYWHERE"
echo "never"
