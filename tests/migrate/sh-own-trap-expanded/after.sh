#!/bin/sh
__skill_envelope
dir=$(mktemp -d)
trap "rm -rf '$dir'; echo gone" 0
dir=other
skill_say metric.items=2 echo "Items: 2"
