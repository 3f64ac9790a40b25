#!/bin/bash -eu
__skill_envelope
skill_say metric.items=1 echo "Items: 1"
false
